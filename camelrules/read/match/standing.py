"""Which patterns may accuse: those that were right before about texts that say something else than their edition.

`make learn` counts, over the labelled texts of the project and single edits of them, how often what a pattern read
surely was a fault that somebody planted, and how often the writer was right. A pattern without that standing is on
trial: what it reads is asked about, whatever it says.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from camelrules.door.diagnostics import fail
from camelrules.door.reading import read_json
from camelrules.read.language.folder import spec_dir

# So often a pattern must have been right about a fault, and so many times as often as it was wrong. In 29 texts that
# nothing was learnt from, patterns that had been right six times were right again 50 times in 55 (decision 99 has the
# other numbers). To have read our own single statements well, however many, tells nothing of that.
RIGHT, RATIO = 6, 4


def standing_file() -> Path:
    return spec_dir() / "patterns" / "standing.json"


@cache
def proven() -> frozenset[str]:
    """The patterns that may accuse."""
    data = read_json(standing_file())
    if not isinstance(data, dict) or not all(_counts(c) for c in data.values()):
        message = f"`{standing_file()}` must hold two counts for each pattern"
        raise fail("standing", message, None, "run `make learn`")
    return frozenset(name for name, counts in data.items() if stands(*counts))


def _counts(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value)


def stands(right: int, wrong: int) -> bool:
    """Whether a pattern that was so often right and wrong about faults may accuse."""
    return right >= RIGHT and right >= RATIO * wrong
