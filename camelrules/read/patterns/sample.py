"""The examples of patterns, read: each must be read as it says."""

from __future__ import annotations

from camelrules.lang.claims import Claim
from camelrules.lang.kinds import parse
from camelrules.lang.values import Anything, Value
from camelrules.read.language.lexicon import lexicon
from camelrules.read.language.ontology import ontology
from camelrules.read.layout.manuscript import Manuscript
from camelrules.read.match.matching import claim
from camelrules.read.match.statements import claims_of
from camelrules.read.patterns.library import patterns
from camelrules.read.patterns.loader import NOTHING, UNSURE
from camelrules.read.patterns.model import Example, Pattern
from camelrules.read.sections.segments import Segment, segments
from camelrules.read.values.clauses import kinds


def sentences(example: Example) -> list[Segment]:
    """The example as the reader sees it, in the part of a rulebook that it stands in."""
    return segments(Manuscript(example.text), lexicon(example.language), ontology(), example.part)


def readings(pattern: Pattern, found: list[Segment]) -> list[Claim]:
    """What a pattern alone reads in some sentences."""
    matches = (claim(pattern, segment, found, ontology()) for segment in found)
    return claims_of(pattern.clause, [m for m in matches if m is not None])


def failure(pattern: Pattern, example: Example) -> str:
    """What is wrong with an example, or nothing."""
    found = sentences(example)
    claims = readings(pattern, found)
    match example.reads:
        case "nothing":
            return f"reads {_told(claims)}" if claims else ""
        case "unsure":
            return "" if any(not _sure(c) for c in claims) else f"reads {_told(claims)}"
        case _:
            pass
    expected = parse(kinds()[pattern.clause], example.reads)
    if not any(c.value == expected and _sure(c) for c in claims):
        return f"reads {_told(claims)}"
    if pattern.alarm:
        return ""  # what a statement reads beside it is what the alarm is there for
    against = [c for c in together(pattern.clause, found) if _sure(c) and _differs(c.value, expected)]
    return f"`{against[0].pattern}` reads {_told(against)}" if against else ""


def together(clause: str, found: list[Segment]) -> list[Claim]:
    """What all patterns of a clause read in some sentences, but those that are asked only where no other fits."""
    asked = [p for p in patterns()[clause] if not p.fallback]
    matches = [m for p in asked for segment in found if (m := claim(p, segment, found, ontology())) is not None]
    return claims_of(clause, matches)


def _sure(claim: Claim) -> bool:
    return claim.value is not None and not claim.leaves_open


def _differs(value: Value | None, expected: Value) -> bool:
    return value is not None and value != expected and not isinstance(value, Anything)


def _told(claims: list[Claim]) -> str:
    told = [f"`{c.value}`{', leaving open ' + ', '.join(c.leaves_open) if c.leaves_open else ''}" for c in claims]
    return "; ".join(told) or "nothing"


__all__ = ["NOTHING", "UNSURE", "failure", "readings", "sentences"]
