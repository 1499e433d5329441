"""Reading `verify/*.yaml`: helper functions join the edition, and each property is type checked against it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from camelrules.lang.build import build, note
from camelrules.lang.constants import datum
from camelrules.lang.editions import Entry, Raw
from camelrules.lang.elaborate import expression, wanted
from camelrules.lang.library import data_folder, library
from camelrules.lang.model import Datum, Game
from camelrules.lang.parse import parse_expression
from camelrules.lang.scope import Scope, Symbols
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.syntax import Expr
from camelrules.lang.tree import Fields, Items, Node, Text, expect_fields, expect_text, parse_yaml, read_source, words
from camelrules.lang.types import BOOL, INT, Type
from camelrules.lang.typing import parse_type
from camelrules.prove.properties import BEFORE, Arrangements, Book, Named, Need, Property, System
from camelrules.prove.symbols import symbols_of
from camelrules.prove.told import instrument

KEYS = (
    *("says", "clause", "always", "between", "within", "implies", "after", "from", "given", "where", "let", "holds"),
    *("cases", "most", "bound", "assumes", "opaque", "needs", "expect", "players", "exhaustive", "total", "endless"),
    *("set", "allows", "exactly_when", "ranges", "lists", "agree"),
)
ORIGIN = "verify"


def read_files(folder: Path | None = None) -> list[Fields]:
    """Every property file, in the order of their names."""
    files = []
    for path in sorted((folder or data_folder("verify")).glob("*.yaml")):
        node = parse_yaml(read_source(path))
        if isinstance(node, Fields) and node.get("equivalent") is None:
            files.append(expect_fields(node, "a property file", ("for", "only", "functions", "system", "properties")))
    return files


def open_book(edition: str, folder: Path | None = None) -> Book:
    """The edition and its properties."""
    raw = library().resolve(edition)
    return book_of(edition, raw, read_files(folder))


def book_of(edition: str, raw: Raw, files: list[Fields]) -> Book:
    """The properties of the files that apply to an edition."""
    meant = [f for f in files if _applies(f, raw)]
    for file in meant:
        for key, node in file.get("functions") or Fields((), file.span):  # type: ignore[union-attr]
            other = next((s for s, names in raw.sections.items() if key.value in names), None)
            if other:
                raise fail("already-defined", f"`{key.value}` is already defined in `{other}`", key.span)
            if not gone(node, raw):
                raw.sections["functions"][key.value] = Entry(key, node, ORIGIN)
    rules = build(raw, strict=False)
    game = instrument(rules)
    reader = _Reader(game)
    found: dict[str, Property] = {}
    for file in meant:
        block = file.get("properties")
        for key, node in block if isinstance(block, Fields) else ():
            if key.value in found:
                raise fail("already-defined", f"there are two properties `{key.value}`", key.span)
            if gone(node, raw):
                continue
            found[key.value] = reader.property(key, node)
    for property in found.values():
        for name in property.assumes:
            if name not in found:
                hint = near(name, found, "an invariant of another property file")
                raise fail("unknown-name", f"`{property.id}` assumes `{name}`", property.note.span, hint)
    system = next((reader.system(s) for f in meant if (s := f.get("system"))), None)
    if system is None:
        raise fail(
            "missing-key", "no property file has a `system`", None, "say what starts the game and follows a turn"
        )
    return Book(edition, game, system, found, _digest(raw, meant), rules)


def gone(node: Node, raw: Raw) -> bool:
    """Whether a property or function speaks of what this edition has removed: then there is nothing to ask."""
    return not set(raw.removed).isdisjoint(re.findall(r"[a-z_][a-z0-9_.]*", _text(node)))


def _applies(file: Fields, raw: Raw) -> bool:
    only = file.get("only")
    if only is not None and expect_text(only, "`only`").value != raw.name:
        return False
    lineage = file.get("for")
    return lineage is None or expect_text(lineage, "`for`").value in raw.lineage


def _digest(raw: Raw, files: list[Fields]) -> str:
    """A hash of every text that the rules and properties were read from."""
    sources = {e.node.span.source.name: e.node.span.source.text for t in raw.sections.values() for e in t.values()}
    parts = [raw.name, *raw.lineage, *(sources[k] for k in sorted(sources)), *(f.span.source.text for f in files)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class _Reader:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.symbols = symbols_of(game)
        past = {BEFORE + n: t for n, t in self.symbols.state.items()}
        s = self.symbols
        self.both = Symbols(s.sorts, s.atoms, s.parameters, {**s.state, **past}, s.functions, s.effects, s.removed)

    def scope(self, names: tuple[tuple[str, Type], ...], span: Span, after: bool = False) -> Scope:
        scope = Scope(self.both if after else self.symbols)
        for name, type in names:
            scope = scope.bind(name, type, span)
        return scope

    def truth(self, node: Node | None, scope: Scope, what: str) -> Expr | None:
        if node is None:
            return None
        return wanted(parse_expression(expect_text(node, what)), scope, BOOL, what)

    def system(self, node: Node) -> System:
        fields = expect_fields(
            node, "`system`", ("start", "after_action", "over", "move"), ("start", "after_action", "over")
        )
        over = self.truth(fields.get("over"), self.scope((), fields.span), "`over`")
        assert over is not None
        start, after = (expect_text(fields.get(k), f"`{k}`") for k in ("start", "after_action"))
        for word in (start, after):
            if word.value not in self.game.effects:
                raise fail(
                    "unknown-name", f"unknown effect `{word.value}`", word.span, near(word.value, self.game.effects)
                )
        return System(start.value, after.value, over)

    def property(self, key: Text, node: Node) -> Property:
        fields = expect_fields(node, f"property `{key.value}`", KEYS, ("says",))
        carried = note(fields, ORIGIN, key.span)
        given = self.given(fields.get("given"))
        kind = "claim"
        after = ""
        if (word := fields.get("after")) is not None:
            kind, after = "step", expect_text(word, "`after`").value
            given = self.stepped(after, word.span)
        elif any(fields.get(k) is not None for k in ("always", "between", "within")):
            kind = "invariant"
        elif fields.get("allows") is not None:
            kind, after = "guard", expect_text(fields.get("allows"), "`allows`").value
            given = self.stepped(after, key.span)
        elif fields.get("total") is not None:
            kind = "total"
        elif fields.get("ranges") is not None:
            kind = "ranges"
        elif fields.get("endless") is not None:
            kind = "endless"
        elif fields.get("agree") is not None:
            kind = "agree"
        if fields.get("most") is not None:
            kind = "most"
        plain = self.scope(given, key.span)
        lets: list[tuple[str, Expr]] = []
        names = given
        for name, value in self.mapping(fields.get("let"), "`let`"):
            expr = expression(parse_expression(expect_text(value, f"`{name.value}`")), self.scope(names, key.span))
            lets.append((name.value, expr))
            names = (*names, (name.value, expr.type))
        before, later = self.scope(names, key.span), self.scope(names, key.span, after=True)
        shown = self.scope((), key.span)
        opaque = frozenset(w.value for w in words(fields.get("opaque"), "`opaque`"))
        for opened in opaque:
            self.game.callable(opened)
        return Property(
            key.value,
            kind,
            carried,
            self.truth(fields.get("always"), shown, "`always`"),
            self.truth(fields.get("between"), shown, "`between`"),
            self.truth(fields.get("within"), shown, "`within`"),
            self.truth(fields.get("implies"), shown, "`implies`"),
            after,
            self.word(fields.get("from"), "between", ("between", "within", "anywhere", "start")),
            given,
            self.truth(fields.get("where"), plain, "`where`"),
            tuple(lets),
            self.named(fields.get("holds"), later if kind in ("step", "most") and after else before, "holds"),
            self.named(fields.get("cases"), before, "case"),
            self.number(fields.get("most"), later if after else before),
            self.number(fields.get("bound"), shown),
            self.truth(fields.get("exactly_when"), plain, "`exactly_when`"),
            int(expect_text(fields.get("lists"), "`lists`").value) if fields.get("lists") else None,
            tuple(w.value for w in words(fields.get("assumes"), "`assumes`")),
            opaque,
            tuple(self.need(k, n) for k, n in self.mapping(fields.get("needs"), "`needs`")),
            self.word(fields.get("expect"), "holds", ("holds", "refuted")),
            self.word(fields.get("players"), "all", ("all", "fewest", "many")),
            self.arrangements(fields.get("exhaustive"), shown, plain),
            tuple(
                (k.value, expect_text(v, "a setting").value)
                for k, v in self.mapping(fields.get("endless"), "`endless`")
            ),
            self.changes(fields.get("set")),
            _text(node),
        )

    def stepped(self, name: str, span: Span) -> tuple[tuple[str, Type], ...]:
        if name in self.game.effects:
            return self.game.effects[name].params
        if name in self.game.actions:
            return self.game.actions[name].params
        known = [*self.game.effects, *self.game.actions]
        raise fail("unknown-name", f"`after` names `{name}`, which is no effect or action", span, near(name, known))

    def given(self, node: Node | None) -> tuple[tuple[str, Type], ...]:
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

    def named(self, node: Node | None, scope: Scope, label: str) -> Named:
        if node is None:
            return ()
        if isinstance(node, Text):
            return ((label, wanted(parse_expression(node), scope, BOOL, f"`{label}`")),)
        return tuple(
            (k.value, wanted(parse_expression(expect_text(v, f"`{k.value}`")), scope, BOOL, f"`{k.value}`"))
            for k, v in self.mapping(node, f"`{label}`")
        )

    def number(self, node: Node | None, scope: Scope) -> Expr | None:
        if node is None:
            return None
        return wanted(parse_expression(expect_text(node, "a number")), scope, INT, "a number")

    def word(self, node: Node | None, otherwise: str, allowed: tuple[str, ...]) -> str:
        if node is None:
            return otherwise
        text = expect_text(node, "a word")
        if text.value not in allowed:
            raise fail("unknown-name", f"`{text.value}` is not one of {listing(allowed)}", text.span)
        return text.value

    def need(self, key: Text, node: Node) -> Need:
        fields = expect_fields(node, f"need `{key.value}`", ("drop", "set"))
        drop = fields.get("drop")
        name = expect_text(drop, "`drop`").value if drop else ""
        if name and name not in droppable(self.game):
            known = droppable(self.game)
            raise fail("unknown-name", f"there is no guard or exception `{name}`", key.span, near(name, known))
        return Need(key.value, name, self.changes(fields.get("set")))

    def changes(self, node: Node | None) -> tuple[tuple[str, Datum], ...]:
        made = []
        for key, value in self.mapping(node, "`set`"):
            parameter = self.game.parameters.get(key.value)
            if parameter is None:
                hint = near(key.value, self.game.parameters)
                raise fail("unknown-name", f"there is no parameter `{key.value}`", key.span, hint)
            made.append((key.value, datum(value, parameter.type, key.value, self.symbols.atoms)))
        return tuple(made)

    def arrangements(self, node: Node | None, scope: Scope, inner: Scope) -> Arrangements | None:
        if node is None:
            return None
        keys = ("place", "order", "low", "high", "steps", "vary", "beside", "at")
        fields = expect_fields(node, "`exhaustive`", keys, keys)
        low, high = self.number(fields.get("low"), scope), self.number(fields.get("high"), scope)
        at = self.number(fields.get("at"), inner)
        assert low is not None and high is not None and at is not None
        place, order, steps, vary, beside = (
            expect_text(fields.get(k), f"`{k}`").value for k in ("place", "order", "steps", "vary", "beside")
        )
        return Arrangements(place, order, low, high, steps, vary, beside, at)


def droppable(game: Game) -> list[str]:
    """Guards and exceptions by name."""
    guards = [f"{a.name}.{g.name}" for a in game.actions.values() for g in a.guards]
    return guards + [f"{d.name}.{r.name}" for d in game.decisions.values() for r in d.rules[1:]]


def _text(node: Node) -> str:
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return f"[{', '.join(map(_text, node.items))}]"
    return "{" + ", ".join(f"{k.value}: {_text(v)}" for k, v in node) + "}"
