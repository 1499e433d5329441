"""The program itself: `camelrules`, or `python -m camelrules`."""

import sys


def run() -> None:
    """Runs the command line; an interrupt is one from the first moment on."""
    try:
        from camelrules.cli import INTERRUPTED, forget_interrupt, main
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        main()
    except KeyboardInterrupt:
        forget_interrupt()
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    run()
