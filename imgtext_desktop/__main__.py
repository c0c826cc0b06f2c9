"""Starts the window. Light, since each process that is spawned imports it again."""

import gc


def main() -> None:
    """Run ``imgtext-desktop``."""
    gc.disable()  # nothing that a start makes is garbage; going through it took a tenth of it
    from imgtext_desktop.app import main as run

    run()


if __name__ == "__main__":
    main()
