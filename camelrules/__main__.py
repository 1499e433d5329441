"""The program itself: `camelrules`, or `python -m camelrules`."""

import gc
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
    finally:
        # Looking for cycles in all that is left takes Python half a second to two at its end, also after Ctrl-C.
        gc.freeze()


if __name__ == "__main__":
    run()
