"""Starts the command line. Light, since each process that is spawned imports it again."""

import os
import signal


def main() -> None:
    """Run ``imgtext``."""
    # While modules are imported, Ctrl-C shall end us without a traceback (130: interrupted).
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from engine.cli import main as run

    run()


if __name__ == "__main__":
    main()
