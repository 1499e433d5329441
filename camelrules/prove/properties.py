"""What a property is: what is assumed, what happens, and what must hold then."""

from __future__ import annotations

from dataclasses import dataclass, field

from camelrules.lang.model import Datum, Game, Note
from camelrules.lang.syntax import Expr
from camelrules.lang.types import Type

Named = tuple[tuple[str, Expr], ...]
BEFORE = "was_"  # `was_at[c]` is `at[c]` before the step


@dataclass(frozen=True, slots=True)
class Need:
    """A change of the rules without which a property is expected to fail: why the rule is there."""

    label: str
    drop: str = ""  # `action.guard`, or `decision.exception`
    change: tuple[tuple[str, Datum], ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangements:
    """A finite space of positions to go through: where things are, in which order, on which numbers."""

    place: str
    order: str
    low: Expr
    high: Expr
    steps: str  # the list parameter that the step's number is taken from
    vary: str  # the variable that is also given each of its values
    beside: str  # a variable that is given its first member with it
    at: Expr  # where


@dataclass(frozen=True, slots=True)
class Property:
    """One promise of the specification.

    `kind` is `invariant` (holds for ever), `step` (what one effect or action does), `claim` (about any
    state), `guard` (exactly when an action is allowed), `ranges` (every variable keeps its declared range),
    `total` (no rule is ever without an answer), `most` (the most a number can be), or `endless` (how long
    play can go on).
    """

    id: str
    kind: str
    note: Note
    always: Expr | None = None
    between: Expr | None = None
    within: Expr | None = None
    implies: Expr | None = None
    after: str = ""
    at: str = "between"  # the hypotheses of which moment a step starts from
    given: tuple[tuple[str, Type], ...] = ()
    where: Expr | None = None
    lets: Named = ()
    holds: Named = ()
    cases: Named = ()
    most: Expr | None = None
    bound: Expr | None = None
    exactly: Expr | None = None
    lists: int | None = None  # lists of at most this length, written out: a bounded answer
    assumes: tuple[str, ...] = ()
    opaque: frozenset[str] = frozenset()
    needs: tuple[Need, ...] = ()
    expect: str = "holds"
    players: str = "all"
    exhaustive: Arrangements | None = None
    settings: tuple[tuple[str, str], ...] = ()
    change: tuple[tuple[str, Datum], ...] = ()
    text: str = field(default="", repr=False)  # as written, for the cache


@dataclass(frozen=True, slots=True)
class System:
    """How a game runs: what starts it, what follows every action, and when it is over."""

    start: str
    after_action: str
    over: Expr
    move: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """An edition with the properties that apply to it."""

    edition: str
    game: Game
    system: System
    properties: dict[str, Property]
    digest: str = ""
    rules: Game | None = None  # the edition without the variables that count events
