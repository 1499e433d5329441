"""What stands where it does not belong: a sentence or a list torn in two, and a colon after which nothing comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from camelrules.lang.claims import Claim
from camelrules.read.language.ontology import Ontology
from camelrules.read.sections.observations import Observation
from camelrules.read.sections.segments import Segment
from camelrules.text.model import Document
from camelrules.text.places import citation

KIND = "structure"
# A list may go on after an item that ends so.
_ANOTHER = frozenset(",;")


def out_of_place(
    segments: Sequence[Segment], claims: Sequence[Claim], known: Ontology, document: Document
) -> list[Observation]:
    """Everything of a text that another column, page or heading seems to have torn."""
    told: dict[int, set[str]] = {}  # by sentence the families of clauses that it states
    near: dict[int, set[str]] = {}  # and those that it comes near to
    for claim in claims:
        family = claim.clause.rpartition(".")[0]
        near.setdefault(claim.sentence, set()).add(family)
        if not claim.faint:
            told.setdefault(claim.sentence, set()).add(family)
    found = [*_sentences([s for s in segments if s.index in told], segments, document)]
    return [*found, *_colons(segments, known, document), *_lists(segments, told, near, document)]


def _seen(lines: tuple[int, ...], message: str) -> Observation:
    return Observation(KIND, lines, "", (), message)


def _sentences(stating: Sequence[Segment], segments: Sequence[Segment], document: Document) -> Iterator[Observation]:
    """Sentences of rules whose halves have something else between them."""
    owner = {n: s.block for s in segments for n in s.lines}
    for segment in stating:
        for last, first in pairwise(segment.lines):
            between = (owner.get(n, segment.block) for n in range(last + 1, first))
            if any(block != segment.block for block in between):
                here, there = citation(document, (last,)), citation(document, (first,))
                message = (
                    f"the sentence that breaks off in {here} goes on in {there}, and what stands between belongs "
                    "elsewhere: two columns may have run into each other. Bring the halves together."
                )
                yield _seen((last, first), message)


def _colons(segments: Sequence[Segment], known: Ontology, document: Document) -> Iterator[Observation]:
    """Sentences that announce something, where a heading of another part follows."""
    phases = {f"@{name}" for name in known.phases}
    for before, after in pairwise(segments):
        if "@heading" not in after.tags or before.tagged.tokens[-1].text != ":":
            continue
        here, there = before.tags & phases, after.tags & phases
        # What one can do is often told under headings of their own.
        if here and there and not here & there and not before.get("action") and not before.get("choose"):
            at = citation(document, before.lines[-1:])
            message = (
                f"{at} announces something, and a heading follows that opens another part: what it announces is "
                "missing, or stands elsewhere. Put it back."
            )
            yield _seen((before.lines[-1], after.lines[0]), message)


def _chapters(families: set[str]) -> set[str]:
    return {family.partition(".")[0] for family in families}


def _lists(
    segments: Sequence[Segment], told: Mapping[int, set[str]], near: Mapping[int, set[str]], document: Document
) -> Iterator[Observation]:
    """Lists that break off before items about something else, and whose other items stand further down."""
    for before, after in pairwise(segments):
        if "@item" not in before.tags or before.tagged.tokens[-1].text not in _ANOTHER:
            continue
        about, following = told.get(before.index, set()), near.get(after.index, set())
        if not following or _chapters(about) & _chapters(following):
            continue
        for lead, first, second in zip(
            segments[after.index :], segments[after.index + 1 :], segments[after.index + 2 :], strict=False
        ):
            begins = "@item" not in lead.tags and "@item" in first.tags and "@item" in second.tags
            if begins and about & told.get(first.index, set()) & told.get(second.index, set()):
                here, there = citation(document, before.lines[-1:]), citation(document, first.lines[:1])
                message = f"the list that breaks off in {here} goes on in {there}. Bring its halves together."
                yield _seen((before.lines[-1], first.lines[0]), message)
                break
