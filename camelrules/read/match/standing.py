"""Which patterns may accuse: those that were right before about texts that say something else than their edition.

`make learn` counts, over the labelled texts of the project, how often what a pattern read surely was a fault that the
writer planted, and how often the writer was right; and how many of our single statements of wrong rules it read as they
were meant. A pattern without that standing is on trial: what it reads is asked about, whatever it says.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from camelrules.door.diagnostics import fail
from camelrules.door.reading import read_json
from camelrules.read.language.folder import spec_dir

# So often a pattern must have been right about a fault in a text, and so many times as often as it was wrong there;
# or it was never wrong and has read so many of our own statements.
RIGHT, RATIO, READ = 2, 4, 10


def standing_file() -> Path:
    return spec_dir() / "patterns" / "standing.json"


@cache
def proven() -> frozenset[str]:
    """The patterns that may accuse."""
    data = read_json(standing_file())
    if not isinstance(data, dict) or not all(_counts(c) for c in data.values()):
        message = f"`{standing_file()}` must hold three counts for each pattern"
        raise fail("standing", message, None, "run `make learn`")
    return frozenset(name for name, counts in data.items() if stands(*counts))


def _counts(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(isinstance(n, int) for n in value)


def stands(right: int, wrong: int, read: int) -> bool:
    """Whether a pattern that was so often right and wrong about faults of texts, and read statements, may accuse."""
    return (right >= RIGHT and right >= RATIO * wrong) or (wrong == 0 and read >= READ)
