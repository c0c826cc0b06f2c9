"""Starts the window. Light, since each process that is spawned imports it again."""


def main() -> None:
    """Run ``imgtext-desktop``."""
    from imgtext_desktop.app import main as run

    run()


if __name__ == "__main__":
    main()
