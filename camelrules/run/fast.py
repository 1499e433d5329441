"""Whether the fast back end is there; where it is not, the reference evaluator works alone, and this says so once."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec

# For trying what happens without it, and for finding out which back end is at fault.
OFF = "CAMELRULES_REFERENCE_ONLY"


@cache
def available() -> bool:
    """Whether WebAssembly can be run here."""
    if os.environ.get(OFF):
        return False
    if find_spec("wasmtime") is not None:
        return True
    print(
        "note: `wasmtime` is not installed, so the rules run in the reference evaluator, which is slow",
        file=sys.stderr,
    )
    return False
