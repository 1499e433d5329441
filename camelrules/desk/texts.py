"""A text on the desk: where it comes from, and what was read of it last."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from camelrules.compare.findings import Finding, findings
from camelrules.compare.texts import spoken
from camelrules.compare.verdicts import Review, review
from camelrules.compare.waivers import Waiver, beside, parted, place_stamp, reviewed, to_review
from camelrules.door.diagnostics import RulesError
from camelrules.door.reading import is_file, read_bytes
from camelrules.read.reader import read_document
from camelrules.text import open_bytes
from camelrules.text.limits import MAX_FILE


@dataclass(frozen=True, slots=True)
class File:
    """A file that was named on the command line."""

    path: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """Words that somebody put into the page; they are nowhere else."""

    words: str


Origin = File | Pasted
PASTED = "pasted text.txt"


@dataclass(frozen=True, slots=True)
class Waiting:
    """Not read yet."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What was read, and what is to be said of it, by key."""

    review: Review
    findings: dict[str, Finding]
    waived: dict[str, tuple[Finding, Waiver]]
    marks: dict[str, tuple[str, bool]]  # clauses that were marked: right or wrong, and whether the words are the same
    digest: str  # of the file as it was read


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the text cannot be shown as it is now, and what was shown last."""

    message: str
    help: str
    last: Shown | None


State = Waiting | Shown | Trouble
# Time of change, size and number of the text and of the file beside it.
Signature = tuple[tuple[int, int, int] | None, ...]


@dataclass(slots=True)
class OpenText:
    """A text of the desk; its state is replaced as a whole, so that nobody sees half of a change."""

    id: int
    origin: Origin
    name: str
    state: State = field(default_factory=Waiting)
    revision: int = 0
    games: int = 0  # counts what became known of games
    seen: Signature | None = None

    def shown(self) -> Shown | None:
        """What there is to show, though it may be of before the trouble."""
        match self.state:
            case Shown() as state:
                return state
            case Trouble(last=last):
                return last
            case Waiting():
                return None

    def signature(self) -> Signature:
        """What changes when the file, or the one beside it, does."""
        match self.origin:
            case File(path):
                return _signature(path), _signature(beside(path))
            case Pasted():
                return ()


def _signature(path: str | Path) -> tuple[int, int, int] | None:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def digest(data: bytes) -> str:
    """A hash of a file's bytes: whether it is still the file that was read."""
    return hashlib.sha256(data).hexdigest()


def read_again(text: OpenText, edition: str | None, language: str | None) -> State:
    """The text as it is now; what cannot be read is told, and what was read before stays."""
    try:
        match text.origin:
            case File(path):
                if not is_file(path):
                    message = f"`{Path(path).name}` is not there any more."
                    return Trouble(message, "It is read again as soon as it is back.", text.shown())
                data = read_bytes(path, MAX_FILE)
            case Pasted(words):
                data = words.encode()
        return read_data(data, text.name, edition, language)
    except RulesError as error:
        first = error.diagnostics[0]
        return Trouble(_sentence(first.message), _sentence(first.help), text.shown())


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}." if words else ""


def read_data(data: bytes, name: str, edition: str | None = None, language: str | None = None) -> Shown:
    """The bytes of a text as read, with what is to be said of them and what was waived."""
    read = review(read_document(open_bytes(data, name), language=spoken(language), edition=edition))
    kept, waived = parted([*findings(read), *to_review(read)], read)
    keys = keyed([*kept, *(f for f, _ in waived)], read)
    by = {id(f): k for k, f in keys.items()}
    return Shown(
        read,
        {by[id(f)]: f for f in kept},
        {by[id(f)]: (f, w) for f, w in waived},
        {r.clause: (r.reading, r.current) for r in reviewed(read) if r.reading},
        digest(data),
    )


def keyed(found: list[Finding], read: Review) -> dict[str, Finding]:
    """A key for each finding that stays when lines are added elsewhere; a second one of the same gets a number."""
    made: dict[str, Finding] = {}
    for finding in found:
        parts = (finding.code, finding.clause, place_stamp(finding, read), "" if finding.clause else finding.message)
        key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
        number = 1
        while (unique := key if number == 1 else f"{key}-{number}") in made:
            number += 1
        made[unique] = finding
    return made
