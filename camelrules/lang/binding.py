"""A clause in an edition: its type, its value there, and what a stated value changes in the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from camelrules.door.kept import kept
from camelrules.lang.catalogue import Clause, catalogue
from camelrules.lang.changes import Cases, Put, Set, Settings, settings
from camelrules.lang.elaborate import expression, wanted
from camelrules.lang.fixed import fixed
from camelrules.lang.kinds import (
    ComparisonKind,
    Kind,
    ListsKind,
    MappingKind,
    MemberKind,
    MembersKind,
    NumberKind,
    NumbersKind,
    RangeKind,
    RateKind,
    RowsKind,
    ShareKind,
    ordered,
    parse,
    shown,
)
from camelrules.lang.library import library, load
from camelrules.lang.model import Datum, Game
from camelrules.lang.parse import parse_expression
from camelrules.lang.scope import Scope
from camelrules.lang.source import RulesError, fail
from camelrules.lang.symbols import members_of, symbols_of
from camelrules.lang.syntax import Expr, Param
from camelrules.lang.tree import Text
from camelrules.lang.types import BOOL, BoolType, IntType, ListType, SortType, Type
from camelrules.lang.values import (
    Comparison,
    Grade,
    Lists,
    Mapping,
    Member,
    Members,
    Number,
    Numbers,
    Otherwise,
    Range,
    Rate,
    Rows,
    Share,
    Value,
    fits,
    grade,
)


@dataclass(frozen=True, slots=True)
class Binding:
    """A clause as an edition has it."""

    clause: Clause
    kind: Kind
    expected: Value
    accepted: tuple[Value, ...]  # other values that are as good
    put: Put | None
    equal: tuple[tuple[Value, Value], ...]  # values that are the same in this edition

    def parse(self, text: str) -> Value:
        return self.normal(parse(self.kind, text))

    def shown(self, value: Value) -> str:
        return shown(self.kind, value)

    def normal(self, value: Value) -> Value:
        """The value, or the one that means the same in this edition."""
        if isinstance(value, Share) and isinstance(self.expected, Share):
            value = value.of(self.expected.total)
        return next((b for a, b in self.equal if a == value), value)

    def agrees(self, value: Value) -> bool:
        return any(fits(self.normal(value), right) for right in (self.expected, *self.accepted))

    def grade(self, a: Value, b: Value) -> Grade:
        return grade(self.normal(a), self.normal(b), self.clause.narrower, self.clause.more)

    @property
    def unsaid(self) -> Value | None:
        return self.parse(self.clause.unsaid) if self.clause.unsaid else None

    @property
    def blurred(self) -> Value | None:
        """What a statement may be taken for that leaves something open; of an order, the other way round."""
        if self.clause.blurred:
            return self.parse(self.clause.blurred)
        if isinstance(self.kind, NumbersKind) and isinstance(self.expected, Numbers) and self.put is not None:
            turned = Numbers(ordered(self.kind, self.expected.items[::-1]))
            return turned if turned != self.expected else self.unsaid
        return self.unsaid


def _scope(game: Game) -> Scope:
    return Scope(symbols_of(game), {}, set(), stateful=False)


def _expr(text: Text, scope: Scope, type: Type | None) -> Expr:
    form = parse_expression(text)
    return wanted(form, scope, type, "a clause's value") if type is not None else expression(form, scope)


def bind(clause: Clause, game: Game) -> Binding | None:
    """The clause in an edition, or None where the edition has no such thing."""
    scope = _scope(game)
    if not all(_has(game, scope, name) for name in clause.needs):
        return None
    try:
        kind, value, names = _bound(clause, game, scope)
    except RulesError as error:
        if all(d.code == "unknown-name" for d in error.diagnostics) and clause.relation == "only":
            return None
        raise
    if isinstance(value, Numbers) and not value.items:
        return None  # nothing is listed, so there is nothing to state
    accepted: tuple[Value, ...] = ()
    if clause.other is not None and scope.symbols.kind(clause.other.value):
        accepted = (_value(kind, [fixed(_expr(clause.other, scope, None), game)]),)
    equal: tuple[tuple[Value, Value], ...] = ()
    if clause.same is not None and fixed(_expr(clause.same[2], scope, BOOL), game):
        first, second, _ = clause.same
        equal = ((parse(kind, first), parse(kind, second)),)
    played = clause.play and all(game.parameters[n].kind != "fact" for n in names)
    put = (clause.put or (Set(names) if names else None)) if clause.play and (played or clause.put) else None
    return Binding(clause, kind, value, accepted, put, equal)


def _has(game: Game, scope: Scope, name: str) -> bool:
    """Whether an edition has an action, a sort with members or anything else of this name."""
    if name in game.sorts and game.sorts[name].kind == "members":
        return bool(members_of(game, name))
    return name in game.actions or bool(scope.symbols.kind(name))


def _bound(clause: Clause, game: Game, scope: Scope) -> tuple[Kind, Value, tuple[str, ...]]:
    """The kind and value of a clause, and the parameters that it is, where it is one."""
    if clause.type == "members":
        name = clause.value[0].value
        if name not in game.sorts:
            raise scope.unknown(name, clause.value[0].span, "sort")
        members = members_of(game, name)
        if not members and clause.relation == "only":
            raise scope.unknown(name, clause.value[0].span, "sort")
        return MembersKind(members), Members(tuple(sorted(members))), ()
    typed = scope.symbols.sorts.get(clause.type)
    exprs = [_expr(text, scope, typed) for text in clause.value]
    names = tuple(e.name for e in exprs if isinstance(e, Param))
    names = names if len(names) == len(exprs) else ()
    kind = _kind(clause, exprs, game)
    return kind, _value(kind, [fixed(e, game) for e in exprs]), names


def _kind(clause: Clause, exprs: list[Expr], game: Game) -> Kind:
    first = exprs[0].type
    match clause.type:
        case "multiset" | "list" | "distinct" | "rising" | "distinct rising" | "rest":
            return NumbersKind(clause.type)
        case "range":
            return RangeKind()
        case "at least" | "fewer than":
            return ComparisonKind(clause.type == "at least")
        case "mapping":
            return MappingKind()
        case "pairs" | "rows":
            return RowsKind()
        case "sequence":
            assert isinstance(first, ListType) and isinstance(first.of[0], SortType)
            return MembersKind(members_of(game, first.of[0].name), ordered=True)
        case "share":
            return ShareKind()
        case "rate":
            per = exprs[1].type
            assert isinstance(per, SortType)
            return RateKind(members_of(game, per.name))
        case "lists":
            return ListsKind()
        case _:
            pass
    match first:
        case IntType():
            words = {int(k): v for k, v in clause.words.items() if k.lstrip("-").isdigit()}
            return NumberKind(clause.type == "signed", words)
        case BoolType():
            return MemberKind(("true", "false"), clause.words)
        case SortType():
            extra = tuple(clause.put.table) if isinstance(clause.put, Cases) else ()
            members = members_of(game, first.name)
            return MemberKind((*members, *(m for m in extra if m not in members)), clause.words)
        case _:
            raise fail("type", f"a clause cannot be a `{first}` without a `type`", clause.span)


def _value(kind: Kind, data: list[Datum]) -> Value:
    first = data[0]
    match kind:
        case NumberKind():
            assert isinstance(first, int)
            return Number(first, kind.signed)
        case NumbersKind():
            rows = first if isinstance(first, tuple) else ((first,),)
            items = [int(row[0]) for row in rows if row[0] is not None]
            return Numbers(ordered(kind, items[1:] if kind.order == "rest" else items))
        case RangeKind():
            low, high = data
            assert isinstance(low, int) and isinstance(high, int)
            return Range(low, high)
        case ComparisonKind():
            assert isinstance(first, int)
            return Comparison(kind.at_least, first)
        case MappingKind():
            assert isinstance(first, tuple)
            return Mapping(tuple((k, int(row[0] or 0)) for k, row in enumerate(first, 1)))
        case RowsKind():
            assert isinstance(first, tuple)
            return Rows(tuple(tuple(map(str, row)) for row in first))
        case MemberKind():
            return Member(str(first).lower() if isinstance(first, bool) else str(first))
        case MembersKind():
            assert isinstance(first, tuple)
            return Members(tuple(str(row[0]) for row in first))
        case ShareKind():
            count, total = data
            assert isinstance(count, int) and isinstance(total, int)
            return Share(count, total)
        case RateKind():
            amount, per = data
            assert isinstance(amount, int)
            return Rate(amount, str(per))
        case ListsKind():
            one, two = (tuple(int(r[0] or 0) for r in rows) if isinstance(rows, tuple) else () for rows in data)
            return Lists(one, two)


@lru_cache(maxsize=64)
def bindings(edition: str) -> dict[str, Binding]:
    """Every clause that an edition has, with its value there."""

    def make() -> dict[str, Binding]:
        game = load(edition)
        found = ((name, bind(clause, game)) for name, clause in catalogue().items())
        return {name: binding for name, binding in found if binding is not None}

    return kept(f"bindings-{edition}", make) if library().ships(edition) else make()


def changed(edition: str, clause: str, value: Value) -> Settings | None:
    """The parameters that a stated value changes in an edition, or None where the rules have none for it.

    An empty answer means that the value is the edition's own.
    """
    binding = bindings(edition).get(clause)
    return settings_of(binding, value, load(edition)) if binding is not None else None


def settings_of(binding: Binding, value: Value, game: Game) -> Settings | None:
    """The parameters that a stated value changes in a game, or None where its rules have none for it."""
    if binding.put is None or isinstance(value, Otherwise):
        return None
    value = binding.normal(value)
    if binding.agrees(value):
        return {}
    parameters = {name: p.value for name, p in game.parameters.items()}
    if isinstance(binding.put, Cases):
        made = _cases(binding.put, value, game)
    else:
        made = settings(binding.put, value, parameters)
    if made is None or not all(_fits(game, name, new) for name, new in made.items()):
        return None
    return {name: new for name, new in made.items() if new != parameters[name]} or None


def _cases(put: Cases, value: Value, game: Game) -> Settings | None:
    if not isinstance(value, Member) or value.name not in put.table:
        return None
    scope = _scope(game)
    table = put.table[value.name]
    return {name: fixed(_expr(text, scope, game.parameters[name].type), game) for name, text in table.items()}


def _fits(game: Game, name: str, new: Datum) -> bool:
    """Whether the parameter can have the value: a number in its range, a member of its sort."""
    type = game.parameters[name].type
    rows = new if isinstance(new, tuple) else ((new,),)
    parts = type.of if isinstance(type, ListType) else (type,)
    for row in rows:
        for part, of in zip(row, parts, strict=False):
            match of:
                case IntType():
                    low, high = of.low, of.high
                    if (
                        not isinstance(part, int)
                        or (low is not None and part < low)
                        or (high is not None and part > high)
                    ):
                        return False
                case SortType():
                    if part not in members_of(game, of.name):
                        return False
                case _:
                    if not isinstance(part, bool):
                        return False
    return True
