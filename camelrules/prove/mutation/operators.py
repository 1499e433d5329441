"""Small faults planted in the tree of a specification: what a slip of the pen would look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from camelrules.lang.model import Action, Datum, Decision, Effect, Function, Game, Parameter, Rule
from camelrules.lang.source import Span
from camelrules.lang.syntax import (
    Append,
    Assign,
    Binary,
    Binder,
    Call,
    Do,
    Draw,
    Emit,
    For,
    If,
    Lit,
    Next,
    Not,
    Quant,
    Read,
    SortDomain,
    Var,
    When,
)
from camelrules.lang.types import BoolType, IntType, SortType, Type
from camelrules.lang.walk import within

_COMPARISONS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "==": ("!=",), "!=": ("==",)}
_CHANGES = (Assign, Append, Do, When, For)  # statements whose order may matter
_SWAPS = {"and": "or", "or": "and", "+": "-", "-": "+", "max": "min", "min": "max"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A game with one fault: which operator planted it, where, and what it changed."""

    id: str
    operator: str
    definition: str
    place: str
    change: str
    game: Game


class Faults:
    """All the single faults of one edition."""

    def __init__(self, game: Game, origins: set[str]) -> None:
        self.game = game
        self.origins = origins

    def all(self) -> Iterator[Mutant]:
        game = self.game
        for section in ("functions", "decisions", "effects", "actions"):
            table: dict[str, Any] = getattr(game, section)
            for name, definition in table.items():
                if definition.note.origin not in self.origins:
                    continue
                seen: Counter[str] = Counter()
                for operator, span, change, made in self.faults(definition):
                    changed: dict[str, Any] = {section: {**table, name: made}}
                    new = replace(game, **changed)
                    # The n-th such change in the definition: a name that outlives a moved line.
                    id = f"{name}:{operator}:{change}"
                    seen[id] += 1
                    yield Mutant(f"{id}:{seen[id]}", operator, name, str(span), change, new)
        for parameter in game.parameters.values():
            if parameter.kind != "fact" and parameter.note.origin in self.origins:
                for change, value in self.values(parameter):
                    made = replace(parameter, value=value)
                    new = replace(game, parameters={**game.parameters, parameter.name: made})
                    operator = "constant" if not isinstance(parameter.type, SortType) else "member"
                    id = f"{parameter.name}:{operator}:{change}"
                    yield Mutant(id, operator, parameter.name, str(parameter.note.span), change, new)
        for variable in game.state.values():
            if variable.initial is not None and variable.note.origin in self.origins:
                for operator, span, change, made in self.nodes(variable.initial):
                    new = replace(game, state={**game.state, variable.name: replace(variable, initial=made)})
                    yield Mutant(f"{variable.name}:initial:{change}", operator, variable.name, str(span), change, new)

    def faults(self, definition: Function | Decision | Effect | Action) -> Iterator[tuple[str, Span, str, Any]]:
        yield from self.nodes(definition)
        if isinstance(definition, Action):
            for guard in definition.guards:
                rest = tuple(g for g in definition.guards if g is not guard)
                yield "guard", guard.note.span, f"without {guard.name}", replace(definition, guards=rest)
        if isinstance(definition, Decision):
            yield from self.exceptions(definition)
        if isinstance(definition, Effect | Action):
            yield from self.turned(definition)

    def exceptions(self, decision: Decision) -> Iterator[tuple[str, Span, str, Any]]:
        for rule in decision.rules[1:]:
            rest = tuple(r if r.to != rule.name else replace(r, to=rule.to) for r in decision.rules if r is not rule)
            yield "exception", rule.note.span, f"without {rule.name}", replace(decision, rules=rest)
        for a, b in _pairs(decision.rules[1:]):
            swapped = {a.name: replace(a, then=b.then), b.name: replace(b, then=a.then)}
            rules = tuple(swapped.get(r.name, r) for r in decision.rules)
            yield "exceptions", a.note.span, f"{a.name} and {b.name} exchanged", replace(decision, rules=rules)

    # -- a whole stack turned over --------------------------------------------------------
    def turned(self, definition: Effect | Action) -> Iterator[tuple[str, Span, str, Any]]:
        """At the end of a step, every order of two members of one sort turned round: a stack upside down."""
        span = definition.note.span
        for variable in self.game.state.values():
            index = variable.index
            if not isinstance(variable.type, BoolType) or len(index) != 2 or index[0] != index[1]:
                continue
            sort = index[0]
            if not isinstance(sort, SortType) or len(self.members(sort)) < 2:
                continue
            a, b = Var("turned_a", sort, span), Var("turned_b", sort, span)
            binders = tuple(Binder((v.name,), (sort,), SortDomain(sort.name, span), span) for v in (a, b))
            value = Read(variable.name, (b, a), variable.type, span)
            over = Assign(variable.name, (a, b), value, binders, None, span)
            yield "turned", span, f"{variable.name} turned over", replace(definition, body=(*definition.body, over))

    # -- one node changed --------------------------------------------------------------
    def nodes(self, root: Any) -> Iterator[tuple[str, Span, str, Any]]:
        """`root` with one node inside it changed, for every node and every change."""
        for operator, change, made in self.changes(root):
            yield operator, root.span, change, made
        if not is_dataclass(root) or isinstance(root, type | Span):
            return
        for part in fields(root):
            if part.name in ("span", "type", "note", "types", "params", "names", "name"):
                continue
            value = getattr(root, part.name)

            def put(new: Any, name: str = part.name) -> Any:
                return replace(root, **{name: new})

            yield from self.inside(value, put)

    def inside(self, value: Any, put: Callable[[Any], Any]) -> Iterator[tuple[str, Span, str, Any]]:
        if is_dataclass(value) and not isinstance(value, type):
            for operator, span, change, made in self.nodes(value):
                yield operator, span, change, put(made)
        elif isinstance(value, tuple):
            for at, item in enumerate(value):

                def place(new: Any, at: int = at) -> Any:
                    return put((*value[:at], new, *value[at + 1 :]))

                yield from self.inside(item, place)
                if isinstance(item, Assign | Append | Do | Emit | When | For):
                    yield "statement", item.span, f"without {_short(item)}", put((*value[:at], *value[at + 1 :]))
                if at + 1 < len(value) and isinstance(item, _CHANGES) and isinstance(value[at + 1], _CHANGES):
                    exchanged = (*value[:at], value[at + 1], item, *value[at + 2 :])
                    yield "order", item.span, "two statements exchanged", put(exchanged)

    def changes(self, e: Any) -> Iterator[tuple[str, str, Any]]:
        match e:
            case Binary():
                for op in _COMPARISONS.get(e.op, ()):
                    yield "comparison", f"{e.op} to {op}", replace(e, op=op)
                if e.op in _SWAPS:
                    kind = "logic" if e.op in ("and", "or") else "arithmetic"
                    yield kind, f"{e.op} to {_SWAPS[e.op]}", replace(e, op=_SWAPS[e.op])
            case Lit(value=bool() as value):
                yield "truth", f"{value} to {not value}", replace(e, value=not value)
            case Lit(value=int() as value):
                yield "constant", f"{value} to {value + 1}", replace(e, value=value + 1)
                yield "constant", f"{value} to {value - 1}", replace(e, value=value - 1)
            case Lit(value=str() as value):
                for other in self.others(value, e.type):
                    yield "member", f"{value} to {other}", replace(e, value=other)
            case Not():
                yield "negation", "without not", e.arg
            case If():
                yield "branches", "then and else exchanged", replace(e, then=e.other, other=e.then)
            case Quant():
                if e.kind in ("max", "min"):
                    yield "arithmetic", "max and min exchanged", replace(e, kind=_SWAPS[e.kind])
                if e.where is not None and e.kind != "the":
                    yield "condition", "without where", replace(e, where=None)
                yield from self.wider(e)
            case Do():
                yield from self.receivers(e)
            case Read() if len(e.index) == 2 and _alike(e.index[0].type, e.index[1].type):
                yield "direction", f"indices of {e.name} exchanged", replace(e, index=e.index[::-1])
            case Assign() if e.where is not None:
                yield "condition", "without where", replace(e, where=None)
            case Draw() if e.where is not None:
                yield "condition", "without where", replace(e, where=None)
            case When() if e.other:
                yield "branches", "then and else exchanged", replace(e, then=e.other, other=e.then)
            case Emit() | _:
                return

    def wider(self, e: Quant) -> Iterator[tuple[str, str, Any]]:
        """A quantifier over a sort made one over a union that holds it: racing camels made all camels."""
        for at, binder in enumerate(e.binders):
            domain = binder.domain
            if not isinstance(domain, SortDomain) or domain.sort not in self.game.sorts:
                continue
            parts = set(self.game.sorts[domain.sort].parts)
            for other in self.game.sorts.values():
                if (
                    other.kind == "union"
                    and parts < set(other.parts)
                    and self.takes(e, binder.names[0], set(other.parts))
                ):
                    made = replace(binder, domain=SortDomain(other.name, domain.span))
                    binders = (*e.binders[:at], made, *e.binders[at + 1 :])
                    yield "scope", f"{domain.sort} to {other.name}", replace(e, binders=binders)

    def takes(self, e: Quant, name: str, parts: set[str]) -> bool:
        """Whether everything that is asked of a member in the quantifier can be asked of the wider sort."""

        def wide(type: Type) -> bool:
            return isinstance(type, SortType) and parts <= type.parts

        for part in within(*(x for x in (e.where, e.body) if x is not None)):
            asked: list[tuple[Any, Type]] = []
            if isinstance(part, Call):
                asked = list(zip(part.args, (t for _, t in self.game.callable(part.name).params), strict=True))
            elif isinstance(part, Read) and part.name in self.game.state:
                asked = list(zip(part.index, self.game.state[part.name].index, strict=True))
            if any(isinstance(a, Var) and a.name == name and not wide(t) for a, t in asked):
                return False
        return True

    def receivers(self, e: Do) -> Iterator[tuple[str, str, Any]]:
        """An effect given another receiver: the player whose turn it is in place of the one it names, or the next."""
        turn = next((v for v in self.game.state.values() if not v.index and _seated(self.game, v.type)), None)
        for at, arg in enumerate(e.args):
            if turn is None or not _seated(self.game, arg.type):
                continue
            now = Read(turn.name, (), turn.type, e.span)
            made: Any = now if arg != now and not (isinstance(arg, Read) and arg.name == turn.name) else None
            made = made or Next(now, turn.type, e.span)
            yield "receiver", f"argument {at + 1} of {e.name}", replace(e, args=(*e.args[:at], made, *e.args[at + 1 :]))

    def members(self, sort: SortType) -> list[str]:
        return [m for p in sort.parts if p in self.game.sorts for m in self.game.sorts[p].members]

    def others(self, value: str, type: Type) -> list[str]:
        if not isinstance(type, SortType):
            return []
        members: list[str] = []
        for part in type.parts:
            if part in self.game.sorts:
                members += self.game.sorts[part].members
            elif part in self.game.parameters:
                members += [n for n, _ in self.game.parameters[part].alternatives]
        return [m for m in members if m != value][:1]

    def values(self, parameter: Parameter) -> Iterator[tuple[str, Datum]]:
        value = parameter.value
        if parameter.kind == "ruling":
            return  # another answer to an open question is no fault
        if isinstance(value, bool):
            yield f"{value} to {not value}", not value
        elif isinstance(value, int):
            low = parameter.type.low if isinstance(parameter.type, IntType) else None
            for other in (value + 1, value - 1):
                if low is None or other >= low:
                    yield f"{value} to {other}", other
        elif isinstance(value, str):
            for member in self.others(value, parameter.type):
                yield f"{value} to {member}", member
        elif isinstance(value, tuple):
            for at, row in enumerate(value):
                for k, part in enumerate(row):
                    if isinstance(part, int) and not isinstance(part, bool):
                        new = (*row[:k], part + 1, *row[k + 1 :])
                        yield f"item {at + 1}: {part} to {part + 1}", (*value[:at], new, *value[at + 1 :])
            if value != value[::-1]:
                yield "in reverse order", value[::-1]


def _seated(game: Game, type: Type) -> bool:
    return (
        isinstance(type, SortType)
        and not type.optional
        and any(p in game.sorts and game.sorts[p].kind == "seats" for p in type.parts)
    )


def _pairs(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, Rule]]:
    for at, a in enumerate(rules):
        for b in rules[at + 1 :]:
            if a.to == b.to:
                yield a, b


def _alike(a: Type, b: Type) -> bool:
    return isinstance(a, SortType) and isinstance(b, SortType) and bool(a.parts & b.parts)


def _short(stmt: Any) -> str:
    return f"{type(stmt).__name__.lower()} {getattr(stmt, 'name', '')}".strip()
