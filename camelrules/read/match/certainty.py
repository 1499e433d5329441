"""How sure a claim is: by what was understood of its sentence, never by what it says.

A sentence whose numbers, negations and conditions are not all accounted for may say something else than was read. A
claim with a doubt is worth a question; one with too many is not heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from camelrules.lang.claims import Claim
from camelrules.lang.values import Anything, Lists, Numbers, Otherwise, Rows, Value
from camelrules.lang.values import Mapping as Pairs
from camelrules.read.language.ontology import Ontology
from camelrules.read.match.doubts import BESIDE, LOOSE, OTHER, PART
from camelrules.read.match.standing import proven
from camelrules.read.patterns import patterns
from camelrules.read.sections.segments import Segment

# Below this chance of being about the clause, a sentence that fits its pattern is likely about another.
_HARDLY = 0.3
# A claim that leaves something open is worth a question in a sentence that is rather about something else, too. In the
# 37 labelled texts that were looked at, unwanted claims of that kind had a chance of 0.044 at most.
_HARDLY_OPEN = 0.05
# Words: a longer sentence says several things at once.
_LONG = 40
# What changes a rule stands so many sentences from it at most.
_ADDED = 3
# With so many words that mean nothing to us a sentence may say anything. Of 265 sure contradictions in labelled texts
# the writer had meant 250 of the 257 with fewer of them, and 5 of the 8 with as many or more.
_MANY = 3
# Shorter words are endings, articles and the like.
_SHORT = 3
# A claim with more doubts than this is not heard.
MOST_DOUBTS = 3

HARDLY = "the sentence is hardly about this"
UNKNOWN = "the rules know no such variant"
EXAMPLE = "it stands in an example"
ELSEWHERE = "another place of the text says something else"
ANSWER = "a question and its answer were read as one"
LONG = "the sentence says many things at once"
TORN = "only a part of a list seems to have been read"
TRIAL = "its pattern has not yet been right about a fault"
WORKED = "it is an example, whose sums may be told in many ways"
WORDS = "several words of the sentence are not known"
NUMBERS = "a number in the sentence is not accounted for"
LIMITS = "a word of limit or condition in the sentence is not accounted for"

# With one of these, or in a sentence that is hardly about the clause beside one that is, hardly one claim in ten that
# says something else than its edition was right on texts by writers whom nobody had learnt from
# (`benchmarks/reading` counts them).
_FAINT = frozenset({EXAMPLE, BESIDE, PART, OTHER, TORN})


def with_certainty(
    made: Mapping[str, Sequence[Claim]],
    found: Sequence[Segment],
    likely: Sequence[Mapping[str, float]],
    known: Ontology,
    common: frozenset[str],
) -> dict[str, list[Claim]]:
    """The claims with their doubts, without those that are not heard."""
    here: dict[int, list[Claim]] = {}
    for claims in made.values():
        for claim in claims:
            here.setdefault(claim.sentence, []).append(claim)
    spare = {at: _unaccounted(found[at], claims, known) for at, claims in here.items() if 0 <= at < len(found)}
    out: dict[str, list[Claim]] = {}
    for clause, claims in made.items():
        weighed = [_weighed(c, claims, found, likely, spare.get(c.sentence, ()), common) for c in claims]
        heard = [c for c in weighed if len({*c.doubts} - _unweighed(c)) <= MOST_DOUBTS]
        out[clause] = heard
    return out


def _weighed(
    claim: Claim,
    others: Sequence[Claim],
    found: Sequence[Segment],
    likely: Sequence[Mapping[str, float]],
    spare: Sequence[str],
    common: frozenset[str],
) -> Claim:
    doubts = list(claim.doubts)
    if not 0 <= claim.sentence < len(found):
        return claim
    segment = found[claim.sentence]
    chance = likely[claim.sentence].get(claim.clause, 0.0)
    if chance < _HARDLY:
        doubts.append(HARDLY)
    if isinstance(claim.value, Otherwise):
        doubts.append(UNKNOWN)
    if _torn(claim):
        doubts.append(TORN)
    if "@example" in segment.tags and not is_example(claim.clause):
        doubts.append(EXAMPLE)
    if "@answer" in segment.tags:
        doubts.append(ANSWER)
    if len(segment.tagged.tokens) >= _LONG:
        doubts.append(LONG)
    if any(_differs(claim.value, o.value) and _chance(o, likely) >= chance for o in others if o is not claim):
        doubts.append(ELSEWHERE)
    doubts += spare
    # How many doubts a claim has decides whether it is heard at all; these only keep it from accusing.
    trial = [TRIAL] if claim.pattern and claim.pattern not in proven() else []
    trial += [WORKED] if is_example(claim.clause) else []
    trial += [WORDS] if _unknown_words(segment, common) >= _MANY else []
    nearer = any(_chance(o, likely) >= _HARDLY for o in others if o is not claim)
    unheard = not _exact(claim) and (
        (chance < _HARDLY and (nearer or claim.value is None)) or (chance < _HARDLY_OPEN and bool(claim.leaves_open))
    )
    faint = (
        unheard
        or (UNKNOWN in doubts and not _exact(claim) and _outdone(claim, others, chance, likely))
        or not _FAINT.isdisjoint(doubts)
        or {LOOSE, UNKNOWN} <= {*doubts}
    )
    return replace(claim, doubts=tuple(dict.fromkeys([*doubts, *trial])), faint=faint)


def _unweighed(claim: Claim) -> set[str]:
    """The doubts that do not count towards being heard; an exact alarm is there to speak against other places."""
    return {TRIAL, WORKED, WORDS, ELSEWHERE} if _exact(claim) else {TRIAL, WORKED, WORDS}


def _unknown_words(segment: Segment, common: frozenset[str]) -> int:
    """How many words of a sentence are neither everyday words nor part of anything that was understood."""
    tagged = segment.tagged
    heard = {at for mentions in tagged.by.values() for m in mentions for at in range(m.start, m.end)}
    return sum(
        token.kind == "word" and len(token.key) >= _SHORT and at not in heard and token.key not in common
        for at, token in enumerate(tagged.tokens)
    )


def _outdone(claim: Claim, others: Sequence[Claim], chance: float, likely: Sequence[Mapping[str, float]]) -> bool:
    """Whether a sentence farther off, as likely about the clause, says plainly what the rules do know."""
    return any(
        _differs(claim.value, o.value)
        and abs(o.sentence - claim.sentence) > _ADDED
        and not (o.doubts or o.contrast or o.leaves_open or isinstance(o.value, Otherwise))
        and _chance(o, likely) >= chance
        for o in others
    )


def is_example(clause: str) -> bool:
    """Whether a clause is about a worked example itself."""
    return clause.startswith("ex.") or "example" in clause.split(".")


def _exact(claim: Claim) -> bool:
    """Whether an alarm made the claim that asks for so much that it needs no second opinion."""
    return not claim.contrast and any(
        v.exact and v.alarm for v in patterns().get(claim.clause, ()) if v.id == claim.pattern
    )


def _torn(claim: Claim) -> bool:
    """Whether a list has a single item, or a row of numbers leads from something else than 1, 2, 3 and so on."""
    value = claim.value
    match value:
        case Numbers():
            return len(value.items) < 2
        case Rows():
            # what no line of a list ever says has one row
            return len(value.rows) < 2 and any(v.listed for v in patterns().get(claim.clause, ()))
        case Lists():
            return not (value.first and value.second)
        case Pairs():
            return sorted(a for a, _ in value.pairs) != list(range(1, len(value.pairs) + 1)) or len(value.pairs) < 2
        case _:
            return False


def _chance(claim: Claim, likely: Sequence[Mapping[str, float]]) -> float:
    return likely[claim.sentence].get(claim.clause, 0.0) if 0 <= claim.sentence < len(likely) else 0.0


def _differs(a: Value | None, b: Value | None) -> bool:
    return a is not None and b is not None and a != b and not isinstance(a, Anything) and not isinstance(b, Anything)


def _unaccounted(segment: Segment, claims: Sequence[Claim], known: Ontology) -> tuple[str, ...]:
    """What a sentence says that none of its claims was made of."""
    covered = {(p.line, column) for c in claims for p in c.places for column in range(p.column, p.end_column)}
    doubts: list[str] = []
    numbers = [t for t in segment.tagged.tokens if t.kind == "number" and not t.weak]
    if any((t.line, t.column) not in covered for t in numbers):
        doubts.append(NUMBERS)
    told = [word.rpartition(" = ") for c in claims for word in c.evidence]
    spoken, words = {t[2] for t in told}, {t[0] for t in told}
    # The same words may make two concepts: `at most` is a limit, and a comparison too.
    left = (m for concept in known.limits if concept not in spoken for m in segment.get(concept))
    if any(segment.tagged.words(m) not in words for m in left):
        doubts.append(LIMITS)
    return tuple(doubts)
