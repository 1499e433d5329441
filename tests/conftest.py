"""How Hypothesis draws in this suite."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# The same draws every time, so that a change is judged and not its luck; `EXAMPLES=20` draws anew and more.
settings.register_profile("suite", deadline=None, database=None, suppress_health_check=SLOW, derandomize=True)
settings.register_profile("explore", deadline=None, database=None, suppress_health_check=SLOW)
settings.load_profile("explore" if "EXAMPLES" in os.environ else "suite")
