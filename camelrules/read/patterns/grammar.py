"""What a pattern asks of a sentence: phrases of concepts, parsed once and matched often.

A condition is one or more alternatives joined by `or`. An alternative is a concept; `negated X` (X under a negation);
`recent X` (said here or shortly before); `previous X` (said here or in the sentence before); `in PART` (a part of the
rulebook); `as KIND` (a kind of line); `number` or `number 5`; `X near Y`; `X then Y` (in this order).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from camelrules.lang.source import RulesError, Span, fail, listing, near
from camelrules.lang.tree import Text

# Kinds of lines that a condition may ask for with `as`.
LINES = ("count", "heading", "item", "question", "ranked")
# Beside the parts that headings open: worked examples, and what stands under no heading that is known.
EXAMPLE, UNKNOWN = "example", "unknown"
WORDS = ("or", "negated", "recent", "previous", "in", "as", "number", "near", "then", "maybe", "no", "doubtful")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SHAPES = (
    "write a concept, `negated X`, `recent X`, `previous X`, `in PART`, `as KIND`, `number`, `number 5`, `X near Y` or "
    "`X then Y`, and `or` between alternatives"
)


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept that the sentence mentions."""

    name: str


@dataclass(frozen=True, slots=True)
class Negated:
    """A concept that the sentence mentions under a negation."""

    name: str


@dataclass(frozen=True, slots=True)
class Recent:
    """A concept that was mentioned here or shortly before, with no rival mentioned since."""

    name: str
    previous: bool = False  # not farther away than the sentence before


@dataclass(frozen=True, slots=True)
class Tagged:
    """A part of the rulebook or a kind of line."""

    tag: str


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number, any or one."""

    number: int | None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two concepts that stand near each other or in order."""

    first: str
    second: str
    ordered: bool


Choice = Concept | Negated | Recent | Tagged | Numeral | Pair
Condition = tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """One of these words must be said; where its opposite is said in its place, that is a contrast."""

    names: tuple[str, ...]
    near: tuple[str, ...]
    optional: bool
    text: str


@dataclass(frozen=True, slots=True)
class Unsaid:
    """None of these words may be said: with one of them the sentence says something else."""

    names: tuple[str, ...]
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Denied:
    """These words, where they are said, must stand under a negation."""

    names: tuple[str, ...]
    optional: bool
    text: str


@dataclass(frozen=True, slots=True)
class Doubtful:
    """With one of these words it is not clear what the sentence says."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class About:
    """The sentence must be about one of these things and not about a rival of it."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """There must be so many of this thing."""

    number: int
    names: tuple[str, ...]
    optional: bool
    text: str


@dataclass(frozen=True, slots=True)
class OnlyNumbers:
    """No other numbers than these, or no other places in a ranking."""

    numbers: tuple[int, ...]
    places: bool


Expectation = Said | Unsaid | Denied | Doubtful | About | Counted | OnlyNumbers


def place(text: Text, word: str) -> Span:
    """Where a word stands in a text, as a word of its own."""
    match = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text.raw)
    if match is None or "\n" in text.raw[: match.start()]:
        return text.find(word)
    return Span(text.span.source, text.raw_line + 1, text.raw_column + match.start() + 1, len(word))


def _bad(text: Text, part: str, help: str = _SHAPES) -> RulesError:
    return fail("pattern", f"`{part}` is no condition", place(text, part), help)


def condition(text: Text, parts: Iterable[str]) -> Condition:
    """The alternatives of one condition; `parts` are the parts of a rulebook that there are."""
    sections = tuple(parts)
    return tuple(_choice(piece.strip(), text, sections) for piece in re.split(r"\bor\b", text.value))


def _choice(piece: str, text: Text, parts: tuple[str, ...]) -> Choice:
    match piece.split():
        case ["number"]:
            return Numeral(None)
        case ["number", digits] if digits.isdigit():
            return Numeral(int(digits))
        case ["negated", name] if _named(name):
            return Negated(name)
        case ["recent", name] if _named(name):
            return Recent(name)
        case ["previous", name] if _named(name):
            return Recent(name, previous=True)
        case ["in", name]:
            if name not in (*parts, EXAMPLE, UNKNOWN):
                hint = near(name, parts, f"there are {listing(parts, 30)}")
                raise fail("unknown-part", f"no part of a rulebook is called `{name}`", place(text, name), hint)
            return Tagged("@" + name)
        case ["as", name]:
            if name not in LINES:
                hint = near(name, LINES, f"there are {listing(LINES)}")
                raise fail("unknown-line", f"no kind of line is called `{name}`", place(text, name), hint)
            return Tagged("@" + name)
        case [first, "near" | "then" as how, second] if _named(first) and _named(second):
            return Pair(first, second, how == "then")
        case [name] if _named(name):
            return Concept(name)
        case _:
            raise _bad(text, piece or text.value)


def _named(word: str) -> bool:
    return _NAME.fullmatch(word) is not None and word not in WORDS


def names_in(text: Text, piece: str) -> tuple[str, ...]:
    """The concepts of `X or Y`."""
    names = tuple(part.strip() for part in re.split(r"\bor\b", piece))
    for name in names:
        if not _named(name):
            raise _bad(text, name or text.value, "write a concept, or several with `or` between them")
    return names


def expectation(text: Text) -> Expectation:
    """One entry of `expect`."""
    told = " ".join(text.value.split())
    optional = told.startswith("maybe ")
    body = told.removeprefix("maybe ")
    if (only := re.fullmatch(r"only (numbers|places) (\d+(?: or \d+)*)", body)) and not optional:
        return OnlyNumbers(tuple(int(n) for n in only[2].split(" or ")), only[1] == "places")
    if counted := re.fullmatch(r"(\d+) (.+)", body):
        return Counted(int(counted[1]), names_in(text, counted[2]), optional, told)
    what, _, beside = body.partition(" near ")
    at = names_in(text, beside) if beside else ()
    first, _, rest = what.partition(" ")
    match first, optional, bool(at):
        case "no", False, _:
            return Unsaid(names_in(text, rest), at)
        case "negated", _, False:
            return Denied(names_in(text, rest), optional, told)
        case "doubtful", False, False:
            return Doubtful(names_in(text, rest))
        case "recent", False, False:
            return About(names_in(text, rest))
        case "no" | "negated" | "doubtful" | "recent", _, _:
            hint = f"`{first}` does not go with `maybe` or `near`"
            raise fail("pattern", f"`{text.value}` is no expectation", text.span, hint)
        case _:
            return Said(names_in(text, what), at, optional, told)


def concepts(conditions: Sequence[Condition]) -> Iterator[str]:
    """The concepts that conditions name."""
    for alternatives in conditions:
        for choice in alternatives:
            match choice:
                case Concept() | Negated() | Recent():
                    yield choice.name
                case Pair():
                    yield choice.first
                    yield choice.second
                case Tagged() | Numeral():
                    pass
                case _:
                    assert_never(choice)


def expected_concepts(expectations: Sequence[Expectation]) -> Iterator[str]:
    """The concepts that expectations name, with those that they must stand near to."""
    for one in expectations:
        match one:
            case Said() | Unsaid():
                yield from (*one.names, *one.near)
            case Denied() | Doubtful() | About() | Counted():
                yield from one.names
            case OnlyNumbers():
                pass
            case _:
                assert_never(one)
