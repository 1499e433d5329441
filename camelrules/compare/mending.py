"""A text with its findings mended: every change is read again, and kept only where it ends its finding and no new one
appears."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from camelrules.compare.findings import Finding, findings
from camelrules.compare.placing import Sheet
from camelrules.compare.proposals import Editor, Proposal
from camelrules.compare.verdicts import Review, review
from camelrules.compare.waivers import apply_waivers
from camelrules.compare.wording import wording
from camelrules.read.language.lexicon import Lexicon
from camelrules.read.reader import read_document
from camelrules.text.opening import open_bytes
from camelrules.text.patching import Original, original, patched

Change = tuple[Finding, Proposal]
# So many ways are tried for one finding.
_WAYS = 4


@dataclass(frozen=True, slots=True)
class Mended:
    """A text before and after: the findings that are gone, and those that are left."""

    before: Original
    data: bytes
    ended: tuple[Finding, ...]
    left: tuple[Finding, ...]


def mend(data: bytes, found: Review, words: Lexicon | None = None) -> Mended:
    """Changes a text, finding by finding; `words` is the language that it was read in, where that is not ours."""
    assert found.document is not None  # it was opened from these bytes
    file = original(data, found.document.name)
    editor = Editor(found, wording(found.reading), Sheet(file, found.document))
    whole = _findings(found)
    mender = _Mender(editor, words, frozenset(f.clause for f in whole))
    ways = [(f, tuple(islice(editor.proposals(f), _WAYS))) for f in whole if f.suggestion() is not None]
    kept = mender.settled([w for w in ways if w[1]], [])
    changed, left = mender.applied(kept) if kept else (data, whole)
    open_clauses = {f.clause for f in left}
    return Mended(file, changed, tuple(f for f in whole if f.clause not in open_clauses), tuple(left))


def _findings(found: Review) -> list[Finding]:
    return [f for f in apply_waivers(findings(found), found) if f.code != "CR601"]


@dataclass(frozen=True, slots=True)
class _Mender:
    """One text while changes to it are tried."""

    editor: Editor
    words: Lexicon | None
    before: frozenset[str]

    def settled(self, ways: Sequence[tuple[Finding, Sequence[Proposal]]], kept: list[Change]) -> list[Change]:
        """Tries the first way of many findings at once, and halves what does not work, down to single ones."""
        if not ways:
            return kept
        free = _apart([(f, proposals[0]) for f, proposals in ways], kept)
        if free and self._works([*kept, *free]):
            done = {f.clause for f, _ in free}
            return self.settled(_next([w for w in ways if w[0].clause not in done], 0), [*kept, *free])
        if len(ways) == 1:
            return self.settled(_next(ways, 1), kept)
        middle = len(ways) // 2
        return self.settled(ways[middle:], self.settled(ways[:middle], kept))

    def _works(self, changes: Sequence[Change]) -> bool:
        after = {f.clause for f in self.applied(changes)[1]}
        return after <= self.before and after.isdisjoint(f.clause for f, _ in changes)

    def applied(self, changes: Sequence[Change]) -> tuple[bytes, list[Finding]]:
        """The text with some changes, and what is found in it then."""
        data = patched(self.editor.sheet.file, [e for _, proposal in changes for e in proposal])
        reading = self.editor.review.reading
        document = open_bytes(data, self.editor.sheet.document.name)
        again = read_document(document, language=reading.language, edition=reading.edition, words=self.words)
        return data, _findings(review(again))


def _next(ways: Sequence[tuple[Finding, Sequence[Proposal]]], used: int) -> list[tuple[Finding, Sequence[Proposal]]]:
    return [(f, proposals[used:]) for f, proposals in ways if proposals[used:]]


def _apart(proposed: Sequence[Change], kept: Sequence[Change]) -> list[Change]:
    """The changes of which no two touch, and none touches one that is kept."""
    taken = [e for _, proposal in kept for e in proposal]
    made: list[Change] = []
    for finding, proposal in proposed:
        if not any(e.touches(t) for e in proposal for t in taken):
            made.append((finding, proposal))
            taken += proposal
    return made
