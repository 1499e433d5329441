"""One property of a file: which type it is, which keys that type has, each expression checked against the edition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from camelrules.lang.build import note
from camelrules.lang.constants import datum
from camelrules.lang.elaborate import expression, wanted
from camelrules.lang.model import Datum, Game
from camelrules.lang.parse import parse_expression
from camelrules.lang.scope import Scope, Symbols
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.symbols import symbols_of
from camelrules.lang.syntax import Expr, In, Quant, SortDomain
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_text, words
from camelrules.lang.types import BOOL, INT
from camelrules.lang.typing import parse_type
from camelrules.lang.walk import within
from camelrules.prove.properties.absent import Absent
from camelrules.prove.properties.family import (
    BEFORE,
    Agreement,
    Arguments,
    Arrangements,
    Claim,
    Exhaustive,
    Guard,
    Invariant,
    Named,
    Possibility,
    Property,
    Ranges,
    Requirement,
    Step,
    System,
    Termination,
    Totality,
    UpperBound,
)
from camelrules.run.slice import reads

ORIGIN = "verify"
COMMON = ("says", "clause", "expect")
PROVED = (*COMMON, "assumes", "opaque", "needs", "players", "set")
SITUATED = ("from", "where", "cases")
STATED = (*PROVED, *SITUATED)
# The key that tells a type, in the order in which they are looked for, and all the keys of that type.
TYPES: tuple[tuple[tuple[str, ...], type, tuple[str, ...]], ...] = (
    (("exhaustive",), Exhaustive, (*COMMON, "set", "exhaustive", "after", "from", "where", "let", "holds")),
    (("endless",), Termination, (*COMMON, "set", "endless", "where", "holds", "bound")),
    (("agree",), Agreement, (*COMMON, "agree")),
    (("can",), Possibility, (*COMMON, "assumes", "players", "set", *SITUATED, "after", "given", "can", "let")),
    (("most",), UpperBound, (*STATED, "most", "bound", "after", "given", "let")),
    (("after",), Step, (*STATED, "after", "but", "let", "holds", "lists", "faults")),
    (("allows",), Guard, (*STATED, "allows", "exactly_when")),
    (("total",), Totality, (*PROVED, "total")),
    (("ranges",), Ranges, (*PROVED, "ranges")),
    (("always", "between", "within"), Invariant, (*PROVED, "always", "between", "within", "implies")),
    ((), Claim, (*STATED, "given", "let", "holds", "lists")),
)
KEYS = tuple(dict.fromkeys(key for _, _, keys in TYPES for key in keys))
MOMENTS = ("between", "within", "anywhere", "start")


class Reader:
    """Reads the properties of one edition; what it had to leave out of them is in `left_out`."""

    def __init__(self, game: Game, absent: Absent) -> None:
        self.game = game
        self.absent = absent
        self.left_out: list[tuple[str, str]] = []
        self.arguments = True  # whether a property speaks of the arguments of its step
        self.symbols = symbols_of(game)
        past = {BEFORE + n: t for n, t in self.symbols.state.items()}
        s = self.symbols
        for name in past:
            if name in s.state or name in s.functions or name in s.parameters:
                before = name.removeprefix(BEFORE)
                message = f"`{name}` could be read as `{before}` before a step"
                raise fail("already-defined", message, game.state[before].note.span, "give one of them another name")
        self.both = Symbols(s.sorts, s.atoms, s.parameters, {**s.state, **past}, s.functions, s.effects, s.removed)

    def scope(self, names: Arguments, span: Span, after: bool = False) -> Scope:
        scope = Scope(self.both if after else self.symbols)
        for name, type in names:
            scope = scope.bind(name, type, span)
        return scope

    def system(self, node: Node) -> System:
        keys = ("start", "after_action", "over")
        fields = expect_fields(node, "`system`", keys, keys)
        over = self.truth(fields, "over", self.scope((), fields.span))
        assert over is not None
        start, after = (expect_text(fields.get(k), f"`{k}`") for k in ("start", "after_action"))
        for word in (start, after):
            if word.value not in self.game.effects:
                hint = near(word.value, self.game.effects)
                raise fail("unknown-name", f"unknown effect `{word.value}`", word.span, hint)
        return System(start.value, after.value, over)

    # -- a property -----------------------------------------------------------------
    def property(self, key: Text, node: Node, arguments: bool = True) -> Property:
        self.arguments = arguments
        fields = expect_fields(node, f"property `{key.value}`", KEYS, ("says",))
        marks, kind, keys = next(t for t in TYPES if not t[0] or any(fields.get(k) is not None for k in t[0]))
        for name, value in fields:
            if name.value not in keys:
                message = f"`{key.value}` has `{marks[0]}`, and then `{name.value}` says nothing" if marks else ""
                message = message or f"`{name.value}` says nothing in a property without {listing(_all_marks())}"
                raise fail("unknown-key", message, value.span, f"its keys are {listing(keys, 20)}")
        common: dict[str, Any] = {"id": key.value, "note": note(fields, ORIGIN, key.span)}
        common["expect"] = self.word(fields, "expect", "holds", ("holds", "refuted"))
        common["parameters"] = self.parameters(fields.get("set"))
        common["assumes"] = tuple(w.value for w in words(fields.get("assumes"), "`assumes`"))
        common["players"] = self.word(fields, "players", "all", ("all", "fewest", "many"))
        common["opaque"] = self.opaque(fields)
        common["requirements"] = self.requirements(key.value, fields.get("needs"))
        made = self.typed(kind, key, fields, common)
        if isinstance(made, Claim | Step | Exhaustive) and not made.holds:
            raise fail("missing-key", f"property `{key.value}` has no `holds`", key.span, "say what must hold")
        return made

    def typed(self, kind: type, key: Text, fields: Fields, common: dict[str, Any]) -> Property:
        span, shown = key.span, self.scope((), key.span)
        if kind in (Totality, Ranges, Agreement):
            word = {Totality: "total", Ranges: "ranges", Agreement: "agree"}[kind]
            self.word(fields, word, "", ("true",))
            made: Property = kind(**common)
            return made
        if kind is Invariant:
            parts: dict[str, Any] = {
                k: self.truth(fields, k, shown) for k in ("always", "between", "within", "implies")
            }
            return Invariant(**common, **parts)
        if kind is Termination:
            settings = tuple(
                (k.value, expect_text(v, "a setting").value)
                for k, v in self.mapping(fields.get("endless"), "`endless`")
            )
            self.settings(fields.get("endless"))
            where = self.truth(fields, "where", shown)
            holds, bound = self.named(fields, "holds", shown), self.bound(fields, shown)
            if holds and "with" not in dict(settings):
                message = f"`{key.value}` has no loop to repeat, and then `holds` says nothing"
                raise fail("unknown-key", message, span, "give `with`, the action that prepares a loop")
            return Termination(**common, settings=settings, where=where, holds=holds, bound=bound)
        return self.stated(kind, key, fields, common, span, shown)

    def stated(
        self, kind: type, key: Text, fields: Fields, common: dict[str, Any], span: Span, shown: Scope
    ) -> Property:
        """A property with arguments, a moment and conditions."""
        word = fields.get("allows") or fields.get("after")
        after = expect_text(word, "the name of a step").value if word is not None else ""
        given = self.parameters_of(after, word, kind is Guard) if word is not None else self.given(fields.get("given"))
        also: Arguments = ()
        if kind is Possibility:
            also = self.given(fields.get("given"))
        elif word is not None and fields.get("given") is not None:
            raise fail("unknown-key", f"`{key.value}` has the arguments of `{after}`, and no others", span)
        names: Arguments = (*(given if self.arguments else ()), *also)
        plain = self.scope(names, span)
        lets = []
        for name, value in self.mapping(fields.get("let"), "`let`"):
            expr = expression(parse_expression(expect_text(value, f"`{name.value}`")), self.scope(names, span))
            lets.append((name.value, expr))
            names = (*names, (name.value, expr.type))
        before, later = self.scope(names, span), self.scope(names, span, after=bool(after) and kind is not Guard)
        common["given"] = given
        common["moment"] = self.word(fields, "from", "between", MOMENTS)
        common["where"] = self.truth(fields, "where", plain)
        if kind is Guard:
            exactly = self.truth(fields, "exactly_when", plain)
            if exactly is None:
                raise fail("missing-key", f"property `{key.value}` has no `exactly_when`", span)
            return Guard(**common, action=after, exactly=exactly, cases=self.cases(key.value, fields, plain))
        common["lets"] = tuple(lets)
        if kind is Exhaustive:
            if not after:
                raise fail("missing-key", f"property `{key.value}` has no `after`", span)
            space = self.arrangements(fields.get("exhaustive"), shown, plain)
            return Exhaustive(**common, after=after, holds=self.named(fields, "holds", later), arrangements=space)
        common["cases"] = self.cases(key.value, fields, before)
        if kind is Possibility:
            if not after:
                raise fail("missing-key", f"property `{key.value}` has no `after`", span, "name what can lead to it")
            return Possibility(**common, after=after, also=also, holds=self.named(fields, "can", later))
        if kind is UpperBound:
            number, bound = self.number(fields, "most", later), self.bound(fields, shown)
            assert number is not None
            return UpperBound(**common, after=after, number=number, bound=bound)
        common["holds"] = self.named(fields, "holds", later)
        common["lists"] = self.count(fields.get("lists"))
        if kind is Step:
            return Step(**common, after=after, faults=self.word(fields, "faults", "none", ("none", "allowed")))
        return Claim(**common)

    # -- parts ------------------------------------------------------------------------
    def truth(self, fields: Fields, key: str, scope: Scope) -> Expr | None:
        node = fields.get(key)
        if node is None:
            return None
        return wanted(parse_expression(expect_text(node, f"`{key}`")), scope, BOOL, f"`{key}`")

    def number(self, fields: Fields, key: str, scope: Scope) -> Expr | None:
        node = fields.get(key)
        if node is None:
            return None
        return wanted(parse_expression(expect_text(node, f"`{key}`")), scope, INT, f"`{key}`")

    def bound(self, fields: Fields, scope: Scope) -> Expr | None:
        """A number that depends on the parameters and the players alone."""
        found = self.number(fields, "bound", scope)
        if found is not None and (asked := reads(self.game, within(found))):
            node = fields.get("bound")
            assert node is not None
            message = f"`bound` asks for `{sorted(asked)[0]}`, which changes in play"
            raise fail("wrong-kind", message, node.span, "a bound is made of parameters")
        return found

    def settings(self, node: Node | None) -> None:
        """That every setting of `endless` names a thing of its kind."""
        game = self.game
        kinds: dict[str, tuple[str, Iterable[str]]] = {
            **dict.fromkeys(("place", "order", "dice"), ("variable", game.state)),
            **dict.fromkeys(("roll", "reveal", "move"), ("effect", game.effects)),
            **dict.fromkeys(("leg_over", "race_over"), ("function", [*game.functions, *game.decisions])),
            **dict.fromkeys(("with", "pyramid"), ("action", game.actions)),
            "mover": ("decision", game.decisions),
            "spaces": ("sort", game.sorts),
        }
        for key, value in self.mapping(node, "`endless`"):
            if key.value not in kinds:
                raise fail("unknown-key", f"`endless` has no `{key.value}`", key.span, near(key.value, kinds))
            self.known(value, *kinds[key.value])

    def known(self, node: Node | None, kind: str, names: Iterable[str]) -> str:
        """The name of something that there is."""
        text = expect_text(node, f"a {kind}")
        if text.value not in names:
            raise fail("unknown-name", f"there is no {kind} `{text.value}`", text.span, near(text.value, names))
        return text.value

    def count(self, node: Node | None) -> int | None:
        if node is None:
            return None
        text = expect_text(node, "`lists`")
        if not text.value.isascii() or not text.value.isdigit() or len(text.value) > 2:
            raise fail("wrong-type", f"`lists` is `{text.value}`, not a small number", text.span)
        return int(text.value)

    def parameters_of(self, name: str, word: Node, action: bool) -> Arguments:
        if name in self.game.actions:
            return self.game.actions[name].params
        if name in self.game.effects and not action:
            return self.game.effects[name].params
        known = [*self.game.actions, *([] if action else self.game.effects)]
        what = "`allows` names" if action else "`after` names"
        wanted_kind = "no action" if action else "no effect or action"
        raise fail("unknown-name", f"{what} `{name}`, which is {wanted_kind}", word.span, near(name, known))

    def given(self, node: Node | None) -> Arguments:
        return tuple(
            (k.value, parse_type(expect_text(v, f"the type of `{k.value}`"), self.symbols.sorts))
            for k, v in self.mapping(node, "`given`")
        )

    def mapping(self, node: Node | None, what: str) -> tuple[tuple[Text, Node], ...]:
        if node is None:
            return ()
        if not isinstance(node, Fields):
            raise fail("shape", f"{what} must be a mapping", node.span)
        return node.pairs

    def named(self, fields: Fields, key: str, scope: Scope) -> Named:
        node = fields.get(key)
        if node is None:
            return ()
        if isinstance(node, Text):
            return ((key, wanted(parse_expression(node), scope, BOOL, f"`{key}`")),)
        return tuple(
            (k.value, wanted(parse_expression(expect_text(v, f"`{k.value}`")), scope, BOOL, f"`{k.value}`"))
            for k, v in self.mapping(node, f"`{key}`")
        )

    def cases(self, id: str, fields: Fields, scope: Scope) -> Named:
        """The cases that must be reached, without those about a sort that is empty here: they are said."""
        kept = []
        for name, expr in self.named(fields, "cases", scope):
            empty = next((s for s in _sorts(expr) if self.empty(s)), "")
            if empty:
                self.left_out.append((f"{id}: case {name}", f"there is no `{empty}` in this edition"))
            else:
                kept.append((name, expr))
        return tuple(kept)

    def empty(self, sort: str) -> bool:
        found = self.game.sorts[sort]
        return found.kind == "members" and not found.members

    def word(self, fields: Fields, key: str, otherwise: str, allowed: tuple[str, ...]) -> str:
        node = fields.get(key)
        if node is None:
            return otherwise
        text = expect_text(node, f"`{key}`")
        if text.value not in allowed:
            raise fail("unknown-name", f"`{text.value}` is not one of {listing(allowed)}", text.span)
        return text.value

    def opaque(self, fields: Fields) -> frozenset[str]:
        known = [*self.game.functions, *self.game.decisions]
        found = set()
        for word in words(fields.get("opaque"), "`opaque`"):
            if word.value in self.absent.names:
                continue
            if word.value not in known:
                message = f"there is no function or decision `{word.value}`"
                raise fail("unknown-name", message, word.span, near(word.value, known))
            found.add(word.value)
        return frozenset(found)

    # -- changes of the rules ------------------------------------------------------------
    def requirements(self, id: str, node: Node | None) -> tuple[Requirement, ...]:
        found = []
        for key, value in self.mapping(node, "`needs`"):
            fields = expect_fields(value, f"need `{key.value}`", ("drop", "set"))
            drop = fields.get("drop")
            name = expect_text(drop, "`drop`").value if drop else ""
            changed = [k.value for k, _ in self.mapping(fields.get("set"), "`set`")]
            owner = name.rpartition(".")[0]
            absent = owner in self.absent.names or name in self.absent.parts or not self.absent.kept(changed)
            if absent:
                self.left_out.append((f"{id}: needs {key.value}", "that rule is not in this edition"))
                continue
            if name and name not in droppable(self.game):
                known = droppable(self.game)
                raise fail("unknown-name", f"there is no guard or exception `{name}`", key.span, near(name, known))
            if name and (empty := self.absent.emptied(self.game, [test_of(self.game, name)])):
                self.left_out.append((f"{id}: needs {key.value}", f"there is no `{empty}` in this edition"))
                continue
            found.append(Requirement(key.value, name, self.parameters(fields.get("set"))))
        return tuple(found)

    def parameters(self, node: Node | None) -> tuple[tuple[str, Datum], ...]:
        made = []
        for key, value in self.mapping(node, "`set`"):
            parameter = self.game.parameters.get(key.value)
            if parameter is None:
                hint = near(key.value, self.game.parameters)
                raise fail("unknown-name", f"there is no parameter `{key.value}`", key.span, hint)
            made.append((key.value, datum(value, parameter.type, key.value, self.symbols.atoms)))
        return tuple(made)

    def arrangements(self, node: Node | None, scope: Scope, inner: Scope) -> Arrangements:
        keys = ("place", "order", "low", "high", "steps", "vary", "beside", "at")
        fields = expect_fields(node, "`exhaustive`", keys, keys)
        low, high = self.number(fields, "low", scope), self.number(fields, "high", scope)
        at = self.number(fields, "at", inner)
        assert low is not None and high is not None and at is not None
        place, order, vary, beside = (
            self.known(fields.get(k), "variable", self.game.state) for k in ("place", "order", "vary", "beside")
        )
        steps = self.known(fields.get("steps"), "parameter", self.game.parameters)
        return Arrangements(place, order, low, high, steps, vary, beside, at)


def droppable(game: Game) -> list[str]:
    """Guards and exceptions by name."""
    guards = [f"{a.name}.{g.name}" for a in game.actions.values() for g in a.guards]
    return guards + [f"{d.name}.{r.name}" for d in game.decisions.values() for r in d.rules[1:]]


def test_of(game: Game, name: str) -> Expr:
    """When a guard lets an action be done, or an exception applies."""
    owner, _, part = name.rpartition(".")
    if owner in game.actions:
        return next(g.test for g in game.actions[owner].guards if g.name == part)
    test = next(r.when for r in game.decisions[owner].rules if r.name == part)
    assert test is not None
    return test


def _sorts(expr: Expr) -> list[str]:
    """The sorts that an expression goes through or asks membership of."""
    found = []
    for part in within(expr):
        binders = part.binders if isinstance(part, Quant) else ()
        domains = [*(b.domain for b in binders), *([part.domain] if isinstance(part, In) else [])]
        found += [d.sort for d in domains if isinstance(d, SortDomain)]
    return found


def _all_marks() -> list[str]:
    return [mark for marks, _, _ in TYPES for mark in marks]
