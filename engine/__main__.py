"""Starts the command line. Light, since each process that is spawned imports it again."""


def main() -> None:
    """Run ``imgtext``."""
    from engine.cli import main as run

    run()


if __name__ == "__main__":
    main()
