"""One built site for all tests of a run, however many processes share the work."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from camelrules.site.build import build

HOUSE = Path(__file__).parent / "house.yaml"
DONE = "built"


def built(base: Path) -> Path:
    """The site with a house edition beside the printed ones; `base` is the temporary folder of the test run."""
    ready = os.environ.get("CAMELRULES_SITE")
    if ready:
        return Path(ready)
    # Under xdist each worker has a folder of its own inside the one of the run.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    target = shared / "camelrules-site"
    with (shared / "camelrules-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / DONE).exists():
            build(target, [str(HOUSE)])
            (shared / DONE).touch()
    return target
