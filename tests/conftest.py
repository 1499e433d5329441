"""How Hypothesis draws in this suite."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# The same draws every time, so that a change is judged and not its luck; `EXAMPLES=20` draws anew and more.
settings.register_profile("suite", deadline=None, database=None, suppress_health_check=SLOW, derandomize=True)
settings.register_profile("explore", deadline=None, database=None, suppress_health_check=SLOW)
# An internal error is shown with its place.
os.environ.setdefault("CAMELRULES_TRACEBACK", "1")
# What earlier runs left on this machine decides nothing: the tests, on all workers together, have a cache of their own.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["CAMELRULES_CACHE"] = tempfile.mkdtemp(prefix="camelrules-tests-")
    atexit.register(shutil.rmtree, os.environ["CAMELRULES_CACHE"], ignore_errors=True)
settings.load_profile("explore" if "EXAMPLES" in os.environ else "suite")

# Whole files that take minutes: `make test-all` runs them, `make test` does not.
LONG = ("prove/test_random_specs.py", "prove/test_mutate.py", "prove/test_export.py", "prove/test_coverage.py",
        "prove/test_agreement.py")  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of long files as slow."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).as_posix() in LONG:
            item.add_marker(pytest.mark.slow)
