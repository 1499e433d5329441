"""Whether the fast back end is there; where it is not, the reference evaluator works alone, and this says so once."""

from __future__ import annotations

import os
import sys
from functools import cache

from camelrules.door.escape import terminal

# For trying what happens without it, and for finding out which back end is at fault.
OFF = "CAMELRULES_REFERENCE_ONLY"
# Not installed, built for another system library, or a wheel that has nothing for this machine.
NOT_THERE = (ImportError, OSError, RuntimeError)


@cache
def available() -> bool:
    """Whether WebAssembly can be run here."""
    if os.environ.get(OFF):
        return False
    try:
        import wasmtime  # noqa: F401 - whether it can be
    except NOT_THERE as error:
        missing = isinstance(error, ModuleNotFoundError)
        reason = "is not installed" if missing else f"does not work here ({_first_line(error)})"
        if not _in_worker():
            note = f"note: `wasmtime` {reason}, so the rules run in the reference evaluator, which is slow"
            print(note, file=sys.stderr)
        return False
    return True


def _in_worker() -> bool:
    """Whether this process works for another one, which says what is to be said."""
    module = sys.modules.get("multiprocessing.process")
    return module is not None and module.parent_process() is not None


def _first_line(error: Exception) -> str:
    return terminal((str(error).strip().split("\n")[0] or type(error).__name__)[:120])
