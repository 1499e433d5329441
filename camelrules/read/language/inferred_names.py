"""Names that a text does not explain: a strange word is taken for the thing that makes most sense of the text.

A writer who says "runner" for a racing camel never explains it. But a rulebook states nearly every clause, so of all
things that a strange word may be, the right one makes the most clauses found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from camelrules.read.language.defined_names import stem, strange
from camelrules.read.language.lexicon import Lexicon, Term
from camelrules.read.language.ontology import Ontology, ontology
from camelrules.read.language.tokens import Token
from camelrules.read.match.relevance import Weights, chance, shares
from camelrules.read.sections.segments import Segment

# A name stands in so many sentences at least.
_USED = 3
# How many more clauses must be found with a name than without, and than with the next best thing.
_GAIN = 0.5
_LEAD = 0.15
# So many clauses must clearly gain by it.
_CLAUSES = 2
_CLEAR = 0.15
# With so many more, a name is taken together with others.
_SURE = 1.0
# So many times the text is read again with more names.
ROUNDS = 6
# A noun stands after an article or a number so often.
_NOUN = 0.4


@dataclass(frozen=True, slots=True)
class Name:
    """Words that no language file knows, and the sentences they stand in."""

    parts: tuple[str | int, ...]
    where: tuple[int, ...]


def supposed(
    found: Sequence[Segment],
    words: Lexicon,
    known: Ontology,
    learnt: Weights,
    edition: str,
    scores: Sequence[dict[str, float]],
) -> list[Term]:
    """The name whose meaning finds most clauses, with that meaning; none where no name finds enough.

    `scores` says how much speaks for each clause in each sentence as it stands.
    """
    ranked: dict[str, list[tuple[float, int]]] = {}
    for clause in learnt.bias:
        ranked[clause] = sorted(((s[clause], i) for i, s in enumerate(scores)), reverse=True)
    named = [n for n in known.named if known.edition_of(n) in ("", edition)]
    best: list[tuple[float, Term]] = []
    for name in _names(found, words):
        gains = sorted(
            ((_gain(name, target, found, scores, ranked, known, learnt), target) for target in named),
            reverse=True,
        )
        (gain, target), (second, _) = gains[0], gains[1]
        if gain >= _GAIN and gain - second >= _LEAD:
            best.append((gain, Term(target, name.parts)))
    best.sort(key=lambda b: (-b[0], str(b[1].parts)))
    taken: dict[str, Term] = {}
    heads: set[str] = set()
    for gain, term in best:
        words_of = {p for p in term.parts if isinstance(p, str)}
        if not taken or (gain >= _SURE and term.concept not in taken and not heads & words_of):
            taken[term.concept] = term
            heads |= words_of
    return list(taken.values())


def _names(found: Sequence[Segment], words: Lexicon) -> Iterator[Name]:
    """Strange words, alone and together with the noun that they stand by: `derby card`, `carte de derby`."""
    where: dict[tuple[str | int, ...], set[int]] = {}
    uses: Counter[str] = Counter()
    nouns: Counter[str] = Counter()
    for segment in found:
        tokens = segment.tagged.tokens
        covered = {i for m in segment.tagged.mentions for i in range(m.start, m.end)}
        for i, token in enumerate(tokens):
            if i in covered or not strange(token, words):
                continue
            own = f"{stem(token.key)}*"
            phrases = list(_phrases(segment, tokens, i, words))
            uses[own] += 1
            nouns[own] += bool(phrases) or _noun(tokens, i, words, covered)
            for parts in ((own,), *phrases):
                where.setdefault(parts, set()).add(segment.index)
    for parts, used in sorted(where.items(), key=str):
        own = next(str(p) for p in parts if p in uses)
        if len(used) >= _USED and nouns[own] >= _NOUN * uses[own]:
            yield Name(parts, tuple(sorted(used)))


def _noun(tokens: Sequence[Token], at: int, words: Lexicon, covered: set[int]) -> bool:
    """Whether the word stands where a noun does, perhaps with one word between that is none: `the first seat`."""
    opens = [t.kind == "number" or t.key in words.articles or t.key in words.links for t in tokens[:at]]
    return bool(opens) and (opens[-1] or (opens[-2:-1] == [True] and at - 1 not in covered))


def _phrases(segment: Segment, tokens: Sequence[Token], at: int, words: Lexicon) -> Iterator[tuple[str | int, ...]]:
    generic = {i for c in ontology().generic for m in segment.get(c) for i in range(m.start, m.end)}
    own = f"{stem(tokens[at].key)}*"
    if at + 1 in generic:
        yield own, f"{stem(tokens[at + 1].key)}*"
    back = at - 1
    while back >= 0 and tokens[back].key in words.links:
        back -= 1
    if back in generic:
        yield f"{stem(tokens[back].key)}*", at - back - 1, own


def _gain(
    name: Name,
    target: str,
    found: Sequence[Segment],
    scores: Sequence[dict[str, float]],
    ranked: dict[str, list[tuple[float, int]]],
    known: Ontology,
    learnt: Weights,
) -> float:
    """How many more clauses are found where the name stands for the target."""
    added: dict[int, dict[str, float]] = {}
    for concept in (target, *known.kinds.get(target, ())):
        for at in name.where:
            if concept in found[at].tagged.by:
                continue
            for step, feature, share in shares(known.sides.get(concept, concept)):
                if 0 <= at + step < len(found):
                    more = added.setdefault(at + step, {})
                    for clause, weight in learnt.of.get(feature, {}).items():
                        more[clause] = more.get(clause, 0.0) + weight * share
    gains: list[float] = []
    touched = {c for more in added.values() for c in more}
    for clause in touched:
        before = ranked[clause][0][0]
        rest = next((s for s, i in ranked[clause] if i not in added), -99.0)
        after = max(rest, max(scores[i][clause] + more.get(clause, 0.0) for i, more in added.items()))
        gains.append(chance(after) - chance(before))
    # One clause alone may be chance.
    return sum(gains) if sum(g >= _CLEAR for g in gains) >= _CLAUSES else 0.0
