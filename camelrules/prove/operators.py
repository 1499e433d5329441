"""Small faults planted in the tree of a specification: what a slip of the pen would look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from camelrules.lang.model import Action, Datum, Decision, Effect, Function, Game, Parameter, Rule
from camelrules.lang.source import Span
from camelrules.lang.syntax import Append, Assign, Binary, Do, Draw, Emit, For, If, Lit, Not, Quant, Read, When
from camelrules.lang.types import IntType, SortType, Type

_COMPARISONS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "==": ("!=",), "!=": ("==",)}
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

    def exceptions(self, decision: Decision) -> Iterator[tuple[str, Span, str, Any]]:
        for rule in decision.rules[1:]:
            rest = tuple(r if r.to != rule.name else replace(r, to=rule.to) for r in decision.rules if r is not rule)
            yield "exception", rule.note.span, f"without {rule.name}", replace(decision, rules=rest)
        for a, b in _pairs(decision.rules[1:]):
            swapped = {a.name: replace(a, then=b.then), b.name: replace(b, then=a.then)}
            rules = tuple(swapped.get(r.name, r) for r in decision.rules)
            yield "exceptions", a.note.span, f"{a.name} and {b.name} exchanged", replace(decision, rules=rules)

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
                if isinstance(item, Assign | Append | Do | When | For):
                    yield "statement", item.span, f"without {_short(item)}", put((*value[:at], *value[at + 1 :]))
                if at + 1 < len(value) and isinstance(item, Assign) and isinstance(value[at + 1], Assign):
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


def _pairs(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, Rule]]:
    for at, a in enumerate(rules):
        for b in rules[at + 1 :]:
            if a.to == b.to:
                yield a, b


def _alike(a: Type, b: Type) -> bool:
    return isinstance(a, SortType) and isinstance(b, SortType) and bool(a.parts & b.parts)


def _short(stmt: Any) -> str:
    return f"{type(stmt).__name__.lower()} {getattr(stmt, 'name', '')}".strip()
