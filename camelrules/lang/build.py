"""An edition's raw definitions to a checked `Game`: two passes, first names and types, then bodies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from camelrules.lang.blocks import block
from camelrules.lang.constants import check_seats, datum, numbers, parameter, sort_types, sorts, typed
from camelrules.lang.editions import Entry, Raw
from camelrules.lang.elaborate import wanted
from camelrules.lang.finish import complain_of_cycles, complain_of_entries, complain_of_unused, without_the_removed
from camelrules.lang.fixed import fixed
from camelrules.lang.identifiers import check_names
from camelrules.lang.model import (
    Action,
    Data,
    Decision,
    Effect,
    Function,
    Game,
    Guard,
    Note,
    Parameter,
    Rule,
    Sort,
    Variable,
)
from camelrules.lang.parse import parse_expression
from camelrules.lang.scope import Scope, Signature, Symbols
from camelrules.lang.source import Diagnostic, RulesError, Span, fail, listing, near
from camelrules.lang.syntax import Binary, Expr, If, Lit
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_text, words
from camelrules.lang.types import BOOL, IntType, SortType, Type
from camelrules.lang.typing import parse_type

Params = tuple[tuple[str, Type], ...]
NOTE = ("clause", "says")
T = TypeVar("T")


def build(raw: Raw, strict: bool = True) -> Game:
    """The game that the definitions make, or every mistake in them."""
    return _Builder(raw).game(strict)


def note(fields: Fields, origin: str, span: Span) -> Note:
    """The clauses and the sentence of a definition."""
    clauses = tuple(w.value for w in words(fields.get("clause"), "`clause`"))
    says = fields.get("says")
    text = " ".join(expect_text(says, "`says`").value.split()) if says else ""
    return Note(clauses, text, span, origin)


class _Builder:
    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.used: set[str] = set()
        self.errors: list[Diagnostic] = []

    def each(self, section: str, make: Callable[[str, Entry], T]) -> dict[str, T]:
        """Every definition of a section, with the mistakes of all of them collected."""
        made: dict[str, T] = {}
        for name, entry in self.raw.sections[section].items():
            try:
                made[name] = make(name, entry)
            except RulesError as error:
                self.errors.extend(error.diagnostics)
        return made

    def stop_on_errors(self) -> None:
        if self.errors:
            # As a reader of the file meets them.
            places = [(e.span.source.name, e.span.line, e.span.column) if e.span else ("", 0, 0) for e in self.errors]
            order = sorted(range(len(places)), key=places.__getitem__)
            raise RulesError(*(self.errors[i] for i in order))

    # -- first pass: names and types --------------------------------------
    def game(self, strict: bool) -> Game:
        check_names(self.raw)
        without_the_removed(self.raw)
        sort_table, atoms = sort_types(self.raw, self.inline_sorts())
        self.sorts = sort_table
        self.atoms = atoms
        parameters: dict[str, Parameter] = {}
        made = partial(parameter, table=sort_table, atoms=atoms, note=note, used=self.used)
        for section in ("parameters", "rulings"):
            parameters |= self.each(section, partial(made, section=section))
        self.stop_on_errors()
        made_sorts = sorts(self.raw, sort_table, atoms, parameters, note, self.used)
        reckoned = partial(self.reckoned, data=Data(parameters, made_sorts))
        parameters |= self.each("facts", partial(made, section="facts", reckon=reckoned))
        self.stop_on_errors()
        values = {n: p.value for n, p in parameters.items()}
        for name, sort in made_sorts.items():
            if sort.kind == "seats":
                check_seats(sort, values)
            if sort.kind == "range":
                found = numbers(sort, values)
                sort_table[name] = IntType(found.start, found.stop - 1, name)
        types = {n: p.type for n, p in parameters.items()}
        state = self.each("state", self.variable_type)
        functions = self.each("functions", self.signature) | self.each("decisions", self.signature)
        effects = self.each("effects", self.signature)
        self.stop_on_errors()
        self.symbols = Symbols(sort_table, atoms, types, state, functions, effects, self.raw.removed)
        self.check_members()
        return self.bodies(made_sorts, parameters, strict)

    def reckoned(self, node: Text, type: Type, data: Data) -> object:
        """A number or name of a fact: as it is written, or what an expression over parameters and sorts comes to."""
        if not isinstance(node.typed, str) or (isinstance(type, SortType) and node.value.isidentifier()):
            return typed(node, type)
        types = {n: p.type for n, p in data.parameters.items()}
        scope = Scope(Symbols(self.sorts, self.atoms, types, {}, {}, {}, {}), {}, self.used, stateful=False)
        return fixed(wanted(parse_expression(node), scope, type, "a fact"), data)

    def inline_sorts(self) -> dict[str, tuple[Text, ...]]:
        """The members of every ruling, and of parameters and facts that list their alternatives instead of a type."""
        made: dict[str, tuple[Text, ...]] = {}
        for section in ("parameters", "rulings", "facts"):
            for name, entry in self.raw.sections[section].items():
                if section == "rulings":
                    needed = ("question", "is", "alternatives")
                    fields = expect_fields(entry.node, f"ruling `{name}`", (*needed, *NOTE), needed, entry.key.span)
                elif isinstance(entry.node, Fields) and entry.node.get("alternatives") is not None:
                    fields = entry.node
                else:
                    continue
                made[name] = self.alternatives(name, fields)
        return made

    def alternatives(self, name: str, fields: Fields) -> tuple[Text, ...]:
        block = fields.get("alternatives")
        if not isinstance(block, Fields):
            raise fail(
                "shape",
                f"`alternatives` of `{name}` must be a mapping of names to meanings",
                block.span if block else None,
            )
        return tuple(k for k, _ in block)

    def check_members(self) -> None:
        for atom, owners in self.atoms.items():
            for section, table in self.raw.sections.items():
                if atom in table and section not in ("facts",):
                    span = table[atom].key.span
                    raise fail(
                        "already-defined", f"`{atom}` is also a member of `{owners[0]}`", span, "choose another name"
                    )

    def params(self, node: Node | None, what: str) -> Params:
        if node is None:
            return ()
        if not isinstance(node, Fields):
            raise fail("shape", f"`given` of {what} must be a mapping of names to types", node.span)
        return tuple(
            (k.value, parse_type(expect_text(v, f"the type of `{k.value}`"), self.sorts, self.used)) for k, v in node
        )

    def variable_type(self, name: str, entry: Entry) -> tuple[tuple[Type, ...], Type]:
        fields = expect_fields(
            entry.node, f"state `{name}`", ("of", "type", "initial", *NOTE), ("type",), entry.key.span
        )
        index = tuple(parse_type(w, self.sorts, self.used) for w in words(fields.get("of"), "`of`"))
        for type, word in zip(index, words(fields.get("of"), "`of`"), strict=True):
            if not isinstance(type, SortType) and not (isinstance(type, IntType) and type.sort):
                raise fail("type", f"a map goes from a sort, not from `{type}`", word.span)
        return index, parse_type(expect_text(fields.get("type"), "`type`"), self.sorts, self.used)

    def signature(self, name: str, entry: Entry) -> Signature:
        if not isinstance(entry.node, Fields):
            hint = f"for example `{name}: {{type: bool, is: …}}`, or `{name}: {{do: […]}}` for an effect"
            raise fail("shape", f"`{name}` must be a mapping", entry.node.span, hint)
        params = self.params(entry.node.get("given"), f"`{name}`")
        type = entry.node.get("type")
        answer = parse_type(expect_text(type, "`type`"), self.sorts, self.used) if type else None
        if answer is None and entry.node.get("do") is None:
            raise fail("missing-key", f"`{name}` has no `type`", entry.key.span, "say what type its answer has")
        return Signature(params, answer)

    # -- second pass: bodies ----------------------------------------------
    def bodies(self, made_sorts: dict[str, Sort], parameters: dict[str, Parameter], strict: bool) -> Game:
        state = self.each("state", self.variable)
        functions = self.each("functions", self.function)
        decisions = self.each("decisions", self.decision)
        effects = self.each("effects", self.effect)
        actions = self.each("actions", self.action)
        self.stop_on_errors()
        raw = self.raw
        game = Game(
            raw.name,
            raw.title,
            raw.lineage,
            made_sorts,
            parameters,
            state,
            functions,
            decisions,
            effects,
            actions,
            tuple(w.value for w in raw.entries),
        )
        complain_of_entries(game, raw)
        complain_of_cycles(game)
        for section, table in raw.sections.items():
            for name, entry in table.items():
                self.check_placeholders(game, section, name, entry.node)
        if strict:
            complain_of_unused(raw, self.used)
        return game

    def scope(self, params: Params, entry: Entry) -> Scope:
        scope = Scope(self.symbols, {}, self.used)
        given = entry.node.get("given") if isinstance(entry.node, Fields) else None
        places = {k.value: k.span for k, _ in given} if isinstance(given, Fields) else {}
        for name, type in params:
            scope = scope.bind(name, type, places.get(name, entry.key.span))
        return scope

    def expr(self, node: Node | None, scope: Scope, type: Type, what: str) -> Expr:
        return wanted(parse_expression(expect_text(node, what)), scope, type, what)

    def variable(self, name: str, entry: Entry) -> Variable:
        fields = entry.node
        assert isinstance(fields, Fields)
        index, type = self.symbols.state[name]
        start = fields.get("initial")
        constant = Scope(self.symbols, {}, self.used, stateful=False)
        initial = self.expr(start, constant, type, f"`initial` of `{name}`") if start else None
        return Variable(name, index, type, initial, note(fields, entry.origin, entry.key.span))

    def function(self, name: str, entry: Entry) -> Function:
        fields = expect_fields(
            entry.node, f"function `{name}`", ("given", "type", "is", "case", "of", *NOTE), ("type",), entry.key.span
        )
        signature = self.symbols.functions[name]
        assert signature.type is not None
        scope = self.scope(signature.params, entry)
        if fields.get("case") is not None:
            body = self.cases(name, fields, scope, signature.type)
        else:
            expect_fields(fields, f"function `{name}`", ("given", "type", "is", *NOTE), ("is",), entry.key.span)
            body = self.expr(fields.get("is"), scope, signature.type, f"`{name}`")
        return Function(name, signature.params, signature.type, body, note(fields, entry.origin, entry.key.span))

    def cases(self, name: str, fields: Fields, scope: Scope, type: Type) -> Expr:
        word = expect_text(fields.get("case"), "`case`")
        subject = scope.locals.get(word.value)
        if not isinstance(subject, SortType) or subject.optional:
            found = f"is `{subject}`" if subject else "is no argument"
            hint = "test for `none` first, with `if`" if isinstance(subject, SortType) else "use `if` instead"
            message = f"`case` takes an argument that is a member of a sort; `{word.value}` {found}"
            raise fail("type", message, word.span, hint)
        table = fields.get("of")
        if not isinstance(table, Fields):
            raise fail("shape", f"`of` must be a mapping of members of `{subject}` to answers", word.span)
        members = [a for a, owners in self.atoms.items() if set(owners) & subject.parts]
        for key, _ in table:
            if key.value not in members:
                raise fail(
                    "unknown-name",
                    f"`{key.value}` is not a member of `{subject}`",
                    key.span,
                    near(key.value, members, f"it has {listing(members)}"),
                )
        missing = [m for m in members if m not in table.names()]
        if missing:
            raise fail(
                "non-exhaustive",
                f"the cases of `{name}` leave out {listing(missing)}",
                table.span,
                f"add an answer for every member of `{subject}`",
            )
        pairs = [(k, self.expr(v, scope, type, f"`{name}`")) for k, v in table]
        body = pairs[-1][1]
        var = self.expr(word, scope, subject, "`case`")
        for key, answer in reversed(pairs[:-1]):
            test = Binary("==", var, Lit(key.value, subject, key.span), BOOL, key.span)
            body = If(test, answer, body, type, key.span)
        return body

    def decision(self, name: str, entry: Entry) -> Decision:
        fields = expect_fields(
            entry.node,
            f"decision `{name}`",
            ("given", "type", "default", "exceptions", *NOTE),
            ("type", "default"),
            entry.key.span,
        )
        signature = self.symbols.functions[name]
        assert signature.type is not None
        scope = self.scope(signature.params, entry)
        default = fields.get("default")
        if isinstance(default, Fields):
            inner = expect_fields(default, "`default`", ("is", *NOTE), ("is",))
            first = Rule(
                "default",
                "",
                None,
                self.expr(inner.get("is"), scope, signature.type, f"`{name}`"),
                note(inner, entry.origin, default.span),
            )
        else:
            first = Rule(
                "default",
                "",
                None,
                self.expr(default, scope, signature.type, f"`{name}`"),
                note(fields, entry.origin, entry.key.span),
            )
        rules = [first]
        block = fields.get("exceptions") or Fields((), entry.key.span)
        if not isinstance(block, Fields):
            raise fail("shape", f"`exceptions` of `{name}` must be a mapping", block.span)
        names = ["default", *block.names()]
        for key, node in block:
            rules.append(self.exception(name, key, node, scope, signature.type, names, entry.origin))
        self.check_exceptions(name, rules)
        return Decision(
            name, signature.params, signature.type, tuple(rules), note(fields, entry.origin, entry.key.span)
        )

    def exception(
        self, name: str, key: Text, node: Node, scope: Scope, type: Type, names: list[str], origin: str
    ) -> Rule:
        fields = expect_fields(
            node, f"exception `{key.value}`", ("to", "when", "then", *NOTE), ("when", "then"), key.span
        )
        to = fields.get("to")
        target = expect_text(to, "`to`").value if to else "default"
        if target not in names or target == key.value:
            where = to.span if to else key.span
            hint = near(target, names, f"`{name}` has {listing(names)}")
            raise fail(
                "exception-to-nothing",
                f"`{key.value}` is an exception to `{target}`, which `{name}` does not have",
                where,
                hint,
            )
        when = self.expr(fields.get("when"), scope, BOOL, f"`when` of `{key.value}`")
        then = self.expr(fields.get("then"), scope, type, f"`then` of `{key.value}`")
        return Rule(key.value, target, when, then, note(fields, origin, key.span))

    def check_exceptions(self, name: str, rules: list[Rule]) -> None:
        """Every exception hangs, through those it is an exception to, on the default."""
        reached = {"default"}
        for _ in rules:
            reached |= {r.name for r in rules if r.to in reached}
        lost = [rule for rule in rules if rule.name not in reached]
        if lost:
            message = f"no chain of `to` leads from {listing(r.name for r in lost)} to the default of `{name}`"
            raise fail("exception-to-nothing", message, lost[0].note.span, "leave out one `to`")

    def effect(self, name: str, entry: Entry) -> Effect:
        fields = expect_fields(entry.node, f"effect `{name}`", ("given", "do", *NOTE), ("do",), entry.key.span)
        params = self.symbols.effects[name].params
        body = block(fields.get("do"), self.scope(params, entry), f"`do` of `{name}`")
        return Effect(name, params, body, note(fields, entry.origin, entry.key.span))

    def action(self, name: str, entry: Entry) -> Action:
        fields = expect_fields(entry.node, f"action `{name}`", ("given", "when", "do", *NOTE), ("do",), entry.key.span)
        params = self.params(fields.get("given"), f"`{name}`")
        scope = self.scope(params, entry)
        guards = []
        when = fields.get("when") or Fields((), entry.key.span)
        if not isinstance(when, Fields):
            raise fail("shape", f"`when` of `{name}` must be a mapping of names to conditions", when.span)
        for key, node in when:
            if isinstance(node, Fields):
                inner = expect_fields(node, f"guard `{key.value}`", ("is", *NOTE), ("is",), key.span)
                test, carried = (
                    self.expr(inner.get("is"), scope, BOOL, f"guard `{key.value}`"),
                    note(inner, entry.origin, key.span),
                )
            else:
                test, carried = (
                    self.expr(node, scope, BOOL, f"guard `{key.value}`"),
                    Note((), "", key.span, entry.origin),
                )
            guards.append(Guard(key.value, test, carried))
        body = block(fields.get("do"), scope, f"`do` of `{name}`")
        return Action(name, params, tuple(guards), body, note(fields, entry.origin, entry.key.span))

    def check_placeholders(self, game: Game, section: str, name: str, node: Node) -> None:
        """Sentences, those of exceptions and guards too, speak only of what there is."""
        table = getattr(game, {"rulings": "parameters", "facts": "parameters"}.get(section, section))
        own = [n for n, _ in getattr(table[name], "params", ())]
        for key, value in node if isinstance(node, Fields) else ():
            if isinstance(value, Fields):
                self.check_placeholders(game, section, name, value)
            if key.value != "says" or not isinstance(value, Text):
                continue
            for word in placeholders(value.value):
                if word not in game.parameters and word not in own:
                    hint = near(word, [*game.parameters, *own], "only parameters and arguments may stand in braces")
                    message = f"`says` of `{name}` speaks of `{{{word}}}`, which is no parameter"
                    raise fail("unknown-name", message, value.find("{" + word + "}"), hint)


def placeholders(text: str) -> list[str]:
    """The names in braces in a sentence."""
    return [part.split("}", 1)[0] for part in text.split("{")[1:]]


__all__ = ["build", "datum", "placeholders"]
