"""Tokens to concepts: numbers, terms of the lexicon, compounds, negation and modality."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from camelrules.read.language.lexicon import Lexicon, Term
from camelrules.read.language.ontology import Ontology
from camelrules.read.language.tokens import BREAKS, Token

# So many sentences are remembered: a few rulebooks.
_KEPT = 5000
# A negation at the end of its clause has no more words from it on.
_TAIL = 2
# A negation reaches over "does not yet have to move" but not into the next clause.
_REACH = 4
_MARKS = frozenset("«»‹›„‚\"“”'’")
_QUOTES = frozenset("«»‹›„‚\"“”'’*-–")


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept and the tokens that made it."""

    concept: str
    start: int
    end: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Tagged:
    """A stretch of text with its concepts."""

    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    by: dict[str, tuple[Mention, ...]] = field(repr=False)
    parts: dict[int, tuple[str, ...]] = field(repr=False, default_factory=dict)
    links: frozenset[int] = frozenset()  # where `of` and the like stand

    def words(self, mention: Mention) -> str:
        return " ".join(t.text for t in self.tokens[mention.start : mention.end])


# Between tens and ones: `trente-cinq`, `trinta e cinco`, `treinta y cinco`.
_AND = frozenset({"-", "e", "y"})
_TEN = 10
_STOPS = frozenset(".;)")


def _compound_number(found: list[Token], at: int, lexicon: Lexicon) -> int | None:
    if at + 2 >= len(found) or found[at].kind != "word" or found[at + 1].key not in _AND:
        return None
    tens, ones = lexicon.numerals.get(found[at].key, 0), lexicon.numerals.get(found[at + 2].key, 0)
    if found[at + 1].key == "-" and 1 < tens < _TEN and ones == 2 * _TEN:
        return tens * ones  # "quatre-vingts"
    lowest = _TEN if found[at + 1].key == "-" else 2 * _TEN  # "dix-huit"
    return tens + ones if tens >= lowest and tens % _TEN == 0 and 0 < ones < _TEN else None


def number_words(found: list[Token], lexicon: Lexicon) -> list[Token]:
    """The same tokens with spelled-out numbers and ordinals given their value."""
    out: list[Token] = []
    skip = 0
    for i, token in enumerate(found):
        if skip:
            skip -= 1
        elif (joined := _compound_number(found, i, lexicon)) is not None:
            out.append(replace(token, kind="number", value=joined, key=str(joined)))
            skip = 2
        elif token.kind != "word":
            out.append(token)
        elif token.key in lexicon.numerals:
            value = lexicon.numerals[token.key]
            following = found[i + 1] if i + 1 < len(found) else None
            # A pronoun is no number: "the one whose die", "one in each colour".
            after = following.key if following is not None else ""
            pronoun = value == 1 and after in lexicon.common and after not in lexicon.numerals
            # An article before a stop counts: "the fourth two, all others one."
            counts = (following is None or following.text in _STOPS) and any(
                t.kind == "number" and not t.weak for t in out
            )
            weak = (token.key in lexicon.articles and not counts) or pronoun
            out.append(replace(token, kind="number", value=lexicon.numerals[token.key], weak=weak))
        elif token.key in lexicon.figures and out and out[-1].kind == "number":
            # "two ones, two twos": only behind a count are they numbers
            out.append(replace(token, kind="number", value=lexicon.figures[token.key]))
        elif token.key in lexicon.ordinals:
            out.append(replace(token, kind="ordinal", value=lexicon.ordinals[token.key]))
        else:
            out.append(token)
    return out


def _match(term: Term, start: int, found: list[Token], lexicon: Lexicon) -> list[int] | None:
    """The positions of the term's words when it begins at `start`."""
    at = start
    positions: list[int] = []
    gap = 0
    for part in term.parts:
        if isinstance(part, int):
            gap = part
            continue
        skipped = 0
        while True:
            while at < len(found) and found[at].text in _QUOTES and positions:
                at += 1
            if at >= len(found):
                return None
            key = found[at].key
            if key == part or part == "=" + found[at].text or (part.endswith("*") and key.startswith(part[:-1])):
                break
            if skipped >= gap or found[at].kind == "sign" or key in lexicon.gap_stops:
                if not positions and at == start and lexicon_folds(part, key):
                    break
                return None
            skipped += 1
            at += 1
        positions.append(at)
        at += 1
        gap = 0
    return positions


def _may_follow(term: Term, at: int, found: list[Token]) -> bool:
    """Whether a term's second word may stand here: no is the usual answer, and it is found quickly."""
    parts = term.parts
    if len(parts) == 1 or isinstance(parts[1], int):
        return True
    if at >= len(found):
        return False
    part, token = parts[1], found[at]
    return token.key == part or part[0] == "=" or part[-1] == "*" or token.text in _QUOTES


def lexicon_folds(part: str, key: str) -> bool:
    """Whether the word is the pattern but for its accents (first words only; `starting` has decided to allow it)."""
    from camelrules.read.language.tokens import fold

    bare, want = fold(key), fold(part)
    return bare == want or (want.endswith("*") and bare.startswith(want[:-1]))


def _terms(found: list[Token], lexicon: Lexicon, known: Ontology) -> list[tuple[Mention, frozenset[int]]]:
    hits: list[tuple[Mention, frozenset[int]]] = []
    gapped: list[frozenset[int]] = []
    for i, token in enumerate(found):
        if token.kind == "sign":
            continue
        for term in lexicon.starting(token.key, token.text):
            positions = _match(term, i, found, lexicon) if _may_follow(term, i + 1, found) else None
            if positions:
                hits.append((Mention(term.concept, i, positions[-1] + 1), frozenset(positions)))
                if any(isinstance(p, int) for p in term.parts):
                    gapped.append(frozenset(positions))
    over: dict[int, list[frozenset[int]]] = {}
    for _, covered in hits:
        for p in covered:
            over.setdefault(p, []).append(covered)
    kept: list[tuple[Mention, frozenset[int]]] = []
    seen: set[tuple[str, frozenset[int]]] = set()
    for mention, covered in hits:
        around = over[mention.start]
        # A hollow word inside a longer term is not a mention of its own: there is no `up` in `face up`.
        inside = mention.concept in known.hollow and any(covered < other for other in around)
        # "ne ... que" is no negation, though "ne peut" begins inside it.
        soft = mention.concept in known.hollow or mention.concept in known.negated.values()
        torn = soft and any(g & covered and covered != g and len(covered) <= len(g) for g in gapped if g & covered)
        if not inside and not torn and (mention.concept, covered) not in seen:
            seen.add((mention.concept, covered))
            kept.append((mention, covered))
    return kept


def _compounds(
    marked: list[tuple[Mention, frozenset[int]]], found: list[Token], lexicon: Lexicon, known: Ontology
) -> list[Mention]:
    starts: dict[int, list[int]] = {}
    for index, (mention, _) in enumerate(marked):
        starts.setdefault(mention.start, []).append(index)
    dead: set[int] = set()
    made: list[Mention] = []
    for compound in known.compounds:
        for index, (mention, _covered) in enumerate(marked):
            if index in dead or mention.concept not in compound.parts[0]:
                continue
            used = [index]
            end = mention.end
            for part in compound.parts[1:]:
                hit = _next(part, end, marked, starts, found, lexicon, dead)
                if hit is None:
                    break
                used.append(hit)
                end = marked[hit][0].end
            else:
                span = set(range(mention.start, end))
                made.append(Mention(compound.concept, mention.start, end))
                dead.update(
                    i for i, (m, c) in enumerate(marked) if i in used or (c <= span and set(c) & _cover(used, marked))
                )
    return [m for i, (m, _) in enumerate(marked) if i not in dead] + made


def _cover(used: list[int], marked: list[tuple[Mention, frozenset[int]]]) -> set[int]:
    return {p for i in used for p in marked[i][1]}


def _next(
    part: frozenset[str],
    at: int,
    marked: list[tuple[Mention, frozenset[int]]],
    starts: dict[int, list[int]],
    found: list[Token],
    lexicon: Lexicon,
    dead: set[int],
) -> int | None:
    for step in range(4):
        here = at + step
        if here >= len(found):
            return None
        for index in starts.get(here, ()):
            if index not in dead and marked[index][0].concept in part:
                return index
        token = found[here]
        filler = token.key in lexicon.links or token.text in _QUOTES
        if not filler:
            return None
    return None


def _polarity(mentions: list[Mention], found: list[Token], known: Ontology, lexicon: Lexicon) -> list[Mention]:
    """Mark what stands under a negation; a negated modal becomes another modal."""
    negators = sorted(m.start for m in mentions if m.concept in known.negators)
    breaks = [i for i, t in enumerate(found) if t.text in BREAKS]

    def reached(m: Mention, back: int, after: bool = False) -> bool:
        for n in negators:
            if n < m.start and m.start - n <= back and not any(n < b < m.start for b in breaks):
                return True
            if after and m.end <= n <= m.end + lexicon.denied_behind and not any(m.end <= b < n for b in breaks):
                return True
        return False

    out: list[Mention] = []
    for m in mentions:
        if m.concept in known.negators:
            out.append(m)
        elif m.concept in known.negated and reached(m, 3, after=True):
            out.append(replace(m, concept=known.negated[m.concept]))
        else:
            out.append(m)
    negators += [at for m in out if m.concept == "may_not" for at in {m.start, m.end - 1}]
    topics = _denied_topics(found, negators, lexicon)
    return [
        m if m.concept in known.negators else replace(m, negated=reached(m, _REACH) or m.start in topics) for m in out
    ]


def _referring(found: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens where a number that points to another place of the text, as in `section 7`, is none."""
    return [
        replace(t, kind="word", value=None)
        if t.kind == "number" and t.text.isdigit() and i and found[i - 1].key in lexicon.references
        else t
        for i, t in enumerate(found)
    ]


def _quoted(mention: Mention, found: list[Token], known: Ontology) -> bool:
    """Whether a word that has another meaning as a name is all that stands between quotation marks."""
    before, after = mention.start - 1, mention.end
    if mention.concept not in known.quoted or before < 0 or after >= len(found):
        return False
    return found[before].text in _MARKS and found[after].text in _MARKS


def _denied_topics(found: list[Token], negators: list[int], lexicon: Lexicon) -> set[int]:
    """Words at the head of a clause that its end denies: `zurückgenommen wird keine Karte`, `neu ist das nicht`."""
    heads = [0, *(i + 1 for i, t in enumerate(found) if t.text in BREAKS)]
    out: set[int] = set()
    for at in heads:
        if at + 1 < len(found) and found[at + 1].key in lexicon.copulas:
            stop = next((i for i in range(at, len(found)) if found[i].text in BREAKS), len(found))
            # A longer tail has a verb of its own, which is what is denied.
            if any(at + 1 < n < stop <= n + _TAIL for n in negators):
                out.add(at)
    return out


def denied(tagged: Tagged, end: int, known: Ontology) -> Tagged:
    """The tokens with all denied that stands before the end: a bare no denies what was asked."""
    mentions = tuple(
        replace(m, concept=known.negated.get(m.concept, m.concept), negated=not m.negated) if m.start < end else m
        for m in tagged.mentions
    )
    by: dict[str, list[Mention]] = {}
    for m in mentions:
        by.setdefault(m.concept, []).append(m)
    return replace(tagged, mentions=mentions, by={k: tuple(v) for k, v in by.items()})


# Terms in which "one" is no count: "in one go", "one by one", "no one".
_UNCOUNTED = frozenset(
    ["nobody", "once", "together", "one_more", "one_after", "again", "either", "single", "left", "second_w", "after"]
)


def _inside_terms(found: list[Token], mentions: list[Mention]) -> list[Token]:
    """The tokens with the ones that only belong to a longer term no longer numbers of their own.

    In `space number one` it is a number, though it may look like an article.
    """
    named = {m.end for m in mentions if m.concept == "digit"}
    found = [replace(t, weak=False) if i in named and t.kind == "number" else t for i, t in enumerate(found)]
    inside = {i for m in mentions if m.concept in _UNCOUNTED and m.end - m.start > 1 for i in range(m.start, m.end)}
    return [
        replace(t, weak=True) if i in inside and t.kind == "number" and t.value == 1 else t for i, t in enumerate(found)
    ]


# Ordinals that are written with digits: 1st, 2nd, 3º.
_PLACES = {1: "first", 2: "second_w", 3: "third_w", 5: "fifth"}


def _ordinals(found: list[Token], mentions: list[Mention]) -> list[Mention]:
    """A place in figures is the same as the place in words."""
    taken = {m.start for m in mentions}
    places = [
        (i, _PLACES[t.value])
        for i, t in enumerate(found)
        if t.value in _PLACES and t.kind == "ordinal" and t.text[0].isdigit()
    ]
    return [Mention(concept, i, i + 1) for i, concept in places if i not in taken]


def _voice(mentions: list[Mention], found: list[Token]) -> list[Mention]:
    """What the bank pays, somebody gains."""
    banks = [m for m in mentions if m.concept == "bank"]

    def by_bank(pay: Mention) -> bool:
        return any(
            b.end <= pay.start <= b.end + _REACH and not any(t.text in BREAKS for t in found[b.end : pay.start])
            for b in banks
        )

    # what one hands over is lost, wherever the bank stands: `an die Bank abgeben`
    lost = {(m.start, m.end) for m in mentions if m.concept == "lose"}
    return [
        replace(m, concept="gain") if m.concept == "pay" and (m.start, m.end) not in lost and by_bank(m) else m
        for m in mentions
    ]


def _repair(found: list[Token], lexicon: Lexicon) -> tuple[list[Token], list[int]]:
    """Read damaged words as the terms they were; say which ones."""
    from camelrules.read.language.repair import repaired

    out = list(found)
    damaged: list[int] = []
    for i, token in enumerate(found):
        if token.kind != "word" or token.key in lexicon.common or lexicon.starting(token.key):
            continue
        right = repaired(token.key, lexicon)
        if right is not None:
            out[i] = replace(token, key=right)
            damaged.append(i)
    return out, damaged


def tag(found: list[Token], lexicon: Lexicon, known: Ontology) -> Tagged:
    """The concepts in a list of tokens; what was tagged before, on whatever lines, is not tagged again."""
    key = tuple(t.text for t in found)
    made = lexicon.tagged.get(key)
    if made is None:
        made = _tag(found, lexicon, known)
        if len(lexicon.tagged) >= _KEPT:
            lexicon.tagged.clear()
        if len(made.tokens) == len(found):
            lexicon.tagged[key] = made
        return made
    lined = tuple(
        t if (t.line, t.column) == (f.line, f.column) else replace(t, line=f.line, column=f.column)
        for t, f in zip(made.tokens, found, strict=True)
    )
    return Tagged(lined, made.mentions, made.by, made.parts, made.links)


def _apart(found: list[Token], lexicon: Lexicon) -> list[Token]:
    """Words that are made of two terms as two words."""
    out: list[Token] = []
    for token in found:
        at = lexicon.apart(token.key) if token.kind == "word" and len(token.key) == len(token.text) else 0
        if at:
            column = token.column and token.column + at
            out.append(replace(token, text=token.text[:at], key=token.key[:at]))
            out.append(replace(token, text=token.text[at:], key=token.key[at:], column=column))
        else:
            out.append(token)
    return out


def _tag(found: list[Token], lexicon: Lexicon, known: Ontology) -> Tagged:
    found = _referring(number_words(_apart(found, lexicon), lexicon), lexicon)
    found, damaged = _repair(found, lexicon)
    marked = _terms(found, lexicon, known)
    mentions = _compounds(marked, found, lexicon, known)
    found = _inside_terms(found, mentions)
    mentions += [replace(m, concept=c) for m in mentions for c in known.kinds.get(m.concept, ())]
    mentions += [replace(m, concept=known.quoted[m.concept]) for m in mentions if _quoted(m, found, known)]
    mentions = _voice(_polarity(mentions, found, known, lexicon), found)
    mentions += [Mention("damaged", i, i + 1) for i in damaged]
    mentions += _ordinals(found, mentions)
    mentions.sort(key=lambda m: (m.start, m.end))
    by: dict[str, list[Mention]] = {}
    for m in mentions:
        by.setdefault(m.concept, []).append(m)
    parts: dict[int, tuple[str, ...]] = {}
    for m, _ in marked:
        parts[m.start] = (*parts.get(m.start, ()), m.concept)
    links = frozenset(i for i, t in enumerate(found) if t.key in lexicon.links)
    return Tagged(tuple(found), tuple(mentions), {k: tuple(v) for k, v in by.items()}, parts, links)
