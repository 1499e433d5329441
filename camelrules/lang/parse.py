"""Tokens to forms: the shape of an expression or statement before its names mean anything.

A form is not a second syntax tree: `elaborate` turns each into nodes of `syntax` at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.lang.source import RulesError, Span, fail
from camelrules.lang.tokens import Token, tokenize
from camelrules.lang.tree import QUOTE, Text

QUANTIFIERS = frozenset(("count", "sum", "max", "min", "exists", "all", "the", "set"))
COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
MAX_NESTING = 60


@dataclass(frozen=True, slots=True)
class Form:
    """A shape with its parts; `head` says which."""

    head: str
    span: Span
    parts: tuple[Form, ...] = ()
    word: str = ""


@dataclass(frozen=True, slots=True)
class BinderForm:
    """`x in D` or `(x, y) in D`, with its condition where it has one."""

    names: tuple[Token, ...]
    domain: Form
    shuffled: bool = False


@dataclass(frozen=True, slots=True)
class QuantForm(Form):
    """A quantifier or a parallel assignment: what ranges over which binders."""

    binders: tuple[BinderForm, ...] = ()
    where: Form | None = None
    default: Form | None = None


def parse_expression(text: Text) -> Form:
    """A whole scalar as one expression."""
    parser = Parser(text)
    form = parser.expression()
    parser.end()
    return form


class Parser:
    """Recursive descent over one scalar."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.at = 0
        self.depth = 0

    # -- the token stream -------------------------------------------------
    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def peek(self, offset: int = 1) -> Token:
        return self.tokens[min(self.at + offset, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.here
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def is_next(self, *texts: str) -> bool:
        return self.here.kind in ("sign", "keyword") and self.here.text in texts

    def accept(self, *texts: str) -> Token | None:
        return self.take() if self.is_next(*texts) else None

    def expect(self, text: str, after: str) -> Token:
        token = self.accept(text)
        if token is None:
            raise self.unexpected(f"`{text}` {after}")
        return token

    def name(self, what: str) -> Token:
        if self.here.kind != "name":
            raise self.unexpected(what)
        return self.take()

    def end(self) -> None:
        if self.here.kind != "end":
            raise self.unexpected("the end of the expression")

    def unexpected(self, wanted: str) -> RulesError:
        found = self.here.text if self.here.kind == "end" else f"`{self.here.text}`"
        cut = self.here.kind == "end" and self.text.plain and self.here.span.following() == ","
        return fail("syntax", f"expected {wanted}, found {found}", self.here.span, QUOTE if cut else "")

    # -- expressions ------------------------------------------------------
    def expression(self) -> Form:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise fail("too-deep", f"the expression is nested more than {MAX_NESTING} levels deep", self.here.span)
        try:
            start = self.accept("if")
            if start is None:
                return self.disjunction()
            condition = self.expression()
            self.expect("then", "after the condition")
            yes = self.expression()
            self.expect("else", "after the `then` part: every `if` has both answers")
            return Form("if", start.span, (condition, yes, self.expression()))
        finally:
            self.depth -= 1

    def disjunction(self) -> Form:
        left = self.conjunction()
        while token := self.accept("or"):
            left = Form("or", token.span, (left, self.conjunction()))
        return left

    def conjunction(self) -> Form:
        left = self.negation()
        while token := self.accept("and"):
            left = Form("and", token.span, (left, self.negation()))
        return left

    def negation(self) -> Form:
        if not self.is_next("not"):
            return self.comparison()
        token = self.take()
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise fail("too-deep", f"the expression is nested more than {MAX_NESTING} levels deep", token.span)
        inner = self.negation()
        self.depth -= 1
        return Form("not", token.span, (inner,))

    def comparison(self) -> Form:
        left = self.additive()
        negated = self.is_next("not") and self.peek().text == "in"
        if negated:
            self.take()
        if token := self.accept("in"):
            inside = Form("in", token.span, (left, self.domain()))
            return Form("not", token.span, (inside,)) if negated else inside
        if self.here.kind == "sign" and self.here.text in COMPARISONS:
            token = self.take()
            form = Form(token.text, token.span, (left, self.additive()))
            if self.here.kind == "sign" and self.here.text in COMPARISONS:
                raise fail("syntax", "comparisons do not chain", self.here.span, "write `a < b and b < c`")
            return form
        if self.is_next("="):
            raise fail("syntax", "expected `==`, found `=`", self.here.span, "`=` assigns; `==` compares")
        return left

    def additive(self) -> Form:
        left = self.product()
        while token := self.accept("+", "-"):
            left = Form(token.text, token.span, (left, self.product()))
        return left

    def product(self) -> Form:
        left = self.unary()
        while token := self.accept("*"):
            left = Form("*", token.span, (left, self.unary()))
        return left

    def unary(self) -> Form:
        signs = []
        while token := self.accept("-"):
            signs.append(token)
        form = self.postfix()
        for token in reversed(signs):
            form = Form("negate", token.span, (form,))
        return form

    def postfix(self) -> Form:
        form = self.primary()
        while True:
            if self.accept("["):
                index = self.sequence("]")
                form = Form("index", form.span, (form, *index))
            elif self.accept("as"):
                sort = self.name("the name of a sort after `as`")
                form = Form("as", sort.span, (form,), sort.text)
            else:
                return form

    def sequence(self, close: str) -> list[Form]:
        parts: list[Form] = []
        while not self.is_next(close):
            parts.append(self.expression())
            if not self.accept(","):
                break
        self.expect(close, "to close the list")
        return parts

    def primary(self) -> Form:
        token = self.here
        if token.kind == "number":
            self.take()
            return Form("number", token.span, (), token.text)
        if self.is_next("true", "false", "none", "empty"):
            self.take()
            return Form(token.text, token.span)
        if self.is_next("("):
            self.take()
            form = self.expression()
            self.expect(")", "to close the bracket")
            return form
        called = self.peek().text == "("
        if called and token.text in QUANTIFIERS and token.kind in ("name", "keyword"):
            return self.quantifier()
        if token.kind != "name":
            raise self.unexpected("a value")
        self.take()
        if self.accept("("):
            return Form("call", token.span, tuple(self.sequence(")")), token.text)
        return Form("name", token.span, (), token.text)

    def quantifier(self) -> Form:
        kind = self.take()
        self.expect("(", f"after `{kind.text}`")
        body: tuple[Form, ...] = ()
        if kind.text in ("sum", "all", "max", "min"):
            body = (self.expression(),)
            if kind.text in ("max", "min") and self.accept(","):
                body += tuple(self.sequence(")"))
                return Form(kind.text, kind.span, body)
            self.expect("for", f"in `{kind.text}(… for x in …)`")
        binders, where = self.binders()
        default = self.expression() if kind.text in ("max", "min") and self.accept("else") else None
        self.expect(")", f"to close `{kind.text}(`")
        return QuantForm(kind.text, kind.span, body, "", binders, where, default)

    def binders(self) -> tuple[tuple[BinderForm, ...], Form | None]:
        """`x in D, y in E where P`."""
        binders = [self.binder()]
        while self.accept(","):
            binders.append(self.binder())
        return tuple(binders), self.expression() if self.accept("where") else None

    def binder(self) -> BinderForm:
        if self.accept("("):
            names = [self.name("a name")]
            while self.accept(","):
                names.append(self.name("a name"))
            self.expect(")", "after the names")
        else:
            names = [self.name("a name, as in `c in camel`")]
        self.expect("in", "after the name")
        shuffled = self.accept("shuffled") is not None
        return BinderForm(tuple(names), self.domain(), shuffled)

    def domain(self) -> Form:
        low = self.additive()
        if token := self.accept(".."):
            return Form("range", token.span, (low, self.additive()))
        return low


def parse_statement(text: Text) -> Form:
    """A scalar as one simple statement."""
    parser = Parser(text)
    token = parser.here
    if token.kind != "keyword" or token.text not in ("let", "set", "do", "emit", "draw", "append"):
        raise parser.unexpected("a statement that starts with `let`, `set`, `do`, `emit`, `draw` or `append`")
    parser.take()
    form = _STATEMENTS[token.text](parser, token)
    parser.end()
    return form


def _let(p: Parser, token: Token) -> Form:
    name = p.name("a name after `let`")
    p.expect("=", "after the name")
    return Form("let", name.span, (p.expression(),), name.text)


def _set(p: Parser, token: Token) -> Form:
    name = p.name("a state variable after `set`")
    index = p.sequence("]") if p.accept("[") else []
    p.expect("=", "after the variable")
    value = p.expression()
    binders, where = p.binders() if p.accept("for") else ((), None)
    return QuantForm("set", name.span, (value, *index), name.text, binders, where)


def _do(p: Parser, token: Token) -> Form:
    name = p.name("an effect after `do`")
    args = p.sequence(")") if p.accept("(") else []
    return Form("do", name.span, tuple(args), name.text)


def _emit(p: Parser, token: Token) -> Form:
    name = p.name("an event after `emit`")
    fields: list[Form] = []
    if p.accept("("):
        while not p.is_next(")"):
            key = p.name("a field name")
            p.expect("=", "after the field name")
            fields.append(Form("field", key.span, (p.expression(),), key.text))
            if not p.accept(","):
                break
        p.expect(")", "to close the event")
    return Form("emit", name.span, tuple(fields), name.text)


def _draw(p: Parser, token: Token) -> Form:
    binder = p.binder()
    where = p.expression() if p.accept("where") else None
    return QuantForm("draw", token.span, (), "", (binder,), where)


def _append(p: Parser, token: Token) -> Form:
    p.expect("(", "after `append`")
    items = p.sequence(")")
    p.expect("to", "after the item")
    name = p.name("a list after `to`")
    index = p.sequence("]") if p.accept("[") else []
    target = Form("target", name.span, tuple(index), name.text)
    return Form("append", name.span, (target, *items), name.text)


_STATEMENTS = {"let": _let, "set": _set, "do": _do, "emit": _emit, "draw": _draw, "append": _append}


def parse_loop(text: Text) -> QuantForm:
    """The head of a `for:` block: one binder, perhaps shuffled, with a condition."""
    parser = Parser(text)
    start = parser.here.span
    binder = parser.binder()
    where = parser.expression() if parser.accept("where") else None
    parser.end()
    return QuantForm("for", start, (), "", (binder,), where)
