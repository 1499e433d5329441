"""Further rules: a sentence that nobody asked for, beside one that states a clause, may change what that one says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from camelrules.lang.claims import Claim
from camelrules.read.language.ontology import Ontology
from camelrules.read.match.conditions import find, says
from camelrules.read.match.doubts import BESIDE
from camelrules.read.patterns.model import Pattern
from camelrules.read.sections.segments import Segment

# Where no sentence is a rule of its own.
_APART = frozenset(["@heading", "@question", "@example", "@count"])
# Parts in which neighbours have little to do with each other.
_LOOSE = frozenset(["@components", "@unknown", "@overview"])
_STOPS = frozenset(".!)")
# A cry is no rule, and a lead-in leaves it to what comes.
_NO_RULE = frozenset("!:")
_ITEM = "@item"
# A shorter one says too little.
_SHORT = 8
# So much of what a clause needs may state it in words of its own.
_MOST = 0.6


def with_further(
    made: dict[str, list[Claim]],
    views: Mapping[str, Sequence[Pattern]],
    found: Sequence[Segment],
    known: Ontology,
) -> dict[str, list[Claim]]:
    """The claims, where one is left open because of what the next sentence adds to it."""
    at: dict[int, list[tuple[str, Claim]]] = {}
    for clause, claims in made.items():
        for claim in claims:
            at.setdefault(claim.sentence, []).append((clause, claim))
    unsaid = [v for clause, claims in made.items() if not claims for v in views.get(clause, ())]
    out = dict(made)
    for segment in found:
        if segment.index in at or not _speaks(segment, found, known):
            continue
        against = any(says(r, segment, found, known) for r in known.against)
        near = _host(segment, at, found, against)
        if near and (against or not any(_may_state(v, segment, found, known) for v in unsaid)):
            clause = max(near, key=lambda n: _kinship(segment, found[n[1].sentence]))[0]
            out[clause] = [*out[clause], _question(clause, segment)]
    return out


def _speaks(segment: Segment, found: Sequence[Segment], known: Ontology) -> bool:
    """Whether the sentence is a rule, and none of the sayings that every rulebook has."""
    tokens = segment.tagged.tokens
    if not segment.tags.isdisjoint(_APART) or len(tokens) < _SHORT or tokens[-1].text in _NO_RULE:
        return False
    return any(says(r, segment, found, known) for r in known.further) and not any(
        says(r, segment, found, known) for r in known.sayings
    )


def _host(
    segment: Segment, at: Mapping[int, list[tuple[str, Claim]]], found: Sequence[Segment], against: bool
) -> list[tuple[str, Claim]]:
    """What the sentences around it in the same paragraph, or the items before it in the same list, state."""
    for index in range(segment.index - 1, -1, -1):
        far = found[index].block != segment.block
        if far and not (against and _ITEM in segment.tags and _ITEM in found[index].tags):
            break
        if index in at:
            return at[index]
    for index in range(segment.index + 1, len(found)):
        if found[index].block != segment.block or not _sentence(segment):
            break
        if index in at:
            return at[index]
    return []


def _sentence(segment: Segment) -> bool:
    """Whether the sentence stands in a part where neighbours have to do with each other, and ends as one."""
    return segment.tags.isdisjoint(_LOOSE) and segment.tagged.tokens[-1].text in _STOPS


def _may_state(view: Pattern, segment: Segment, found: Sequence[Segment], known: Ontology) -> bool:
    """Whether the sentence may be the one that states a clause which we found nowhere."""
    if view.headings:
        return False
    met = sum(find(item, segment, found, known) is not None for item in view.need)
    return met >= _MOST * len(view.need)


def _kinship(segment: Segment, other: Segment) -> int:
    """How many concepts both speak of."""
    return len(segment.tagged.by.keys() & other.tagged.by.keys())


def _question(clause: str, segment: Segment) -> Claim:
    return Claim(
        clause,
        None,
        segment.lines,
        leaves_open=("a further rule beside it",),
        doubts=(BESIDE,),
        sentence=segment.index,
        text=segment.text,
    )
