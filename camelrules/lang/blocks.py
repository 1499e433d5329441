"""YAML blocks of statements to the syntax tree."""

from __future__ import annotations

from camelrules.lang.elaborate import arguments, bind, expression, index_of, wanted
from camelrules.lang.parse import Form, QuantForm, parse_expression, parse_loop, parse_statement
from camelrules.lang.scope import Scope
from camelrules.lang.source import counted, fail
from camelrules.lang.syntax import Append, Assign, Block, Do, Draw, Emit, For, Let, Stmt, When
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_items, expect_text
from camelrules.lang.types import BOOL, ListType


def block(node: Node | None, scope: Scope, what: str) -> Block:
    """A list of statements, each in the scope of the `let`s and draws before it."""
    statements: list[Stmt] = []
    for item in expect_items(node, what):
        statement, scope = _statement(item, scope)
        statements.append(statement)
    return tuple(statements)


def _statement(node: Node, scope: Scope) -> tuple[Stmt, Scope]:
    if isinstance(node, Text):
        return _simple(parse_statement(node), scope)
    if isinstance(node, Fields) and node.get("if") is not None:
        fields = expect_fields(node, "an `if` block", ("if", "then", "else"), ("if", "then"))
        test = wanted(parse_expression(expect_text(fields.get("if"), "`if`")), scope, BOOL, "`if`")
        then = block(fields.get("then"), scope, "`then`")
        other = block(fields.get("else"), scope, "`else`") if fields.get("else") else ()
        return When(test, then, other, node.span), scope
    fields = expect_fields(node, "a statement", ("for", "do"), ("for", "do"))
    form = parse_loop(expect_text(fields.get("for"), "`for`"))
    (binder,), inner = bind(form.binders, scope)
    where = wanted(form.where, inner, BOOL, "`where`") if form.where else None
    body = block(fields.get("do"), inner, "`do`")
    return For(binder, where, body, form.binders[0].shuffled, node.span), scope


def _simple(form: Form, scope: Scope) -> tuple[Stmt, Scope]:
    match form.head:
        case "let":
            value = expression(form.parts[0], scope)
            return Let(form.word, value, form.span), scope.bind(form.word, value.type, form.span)
        case "do":
            signature = scope.symbols.effects.get(form.word)
            scope.used.add(form.word)
            if signature is None:
                raise scope.unknown(form.word, form.span, "effect")
            return Do(form.word, arguments(form, scope, signature.params, form.parts), form.span), scope
        case "emit":
            fields = tuple((f.word, expression(f.parts[0], scope)) for f in form.parts)
            return Emit(form.word, fields, form.span), scope
        case "draw":
            assert isinstance(form, QuantForm)
            (binder,), inner = bind(form.binders, scope)
            where = wanted(form.where, inner, BOOL, "`where`") if form.where else None
            return Draw(binder, where, form.span), inner
        case "append":
            return _append(form, scope), scope
        case _:
            assert isinstance(form, QuantForm)
            return _assign(form, scope), scope


def _target(form: Form, scope: Scope) -> None:
    scope.used.add(form.word)
    if form.word not in scope.symbols.state:
        if form.word in scope.locals:
            raise fail(
                "type", f"`{form.word}` is a local name and cannot be set", form.span, "only state variables change"
            )
        raise scope.unknown(form.word, form.span, "state variable")


def _assign(form: QuantForm, scope: Scope) -> Assign:
    _target(form, scope)
    binders, inner = bind(form.binders, scope)
    where = wanted(form.where, inner, BOOL, "`where`") if form.where else None
    value, *parts = form.parts
    _, type = scope.symbols.state[form.word]
    index = index_of(form.word, form, inner, tuple(parts))
    return Assign(form.word, index, wanted(value, inner, type, f"`{form.word}`"), binders, where, form.span)


def _append(form: Form, scope: Scope) -> Append:
    _target(form, scope)
    target, *items = form.parts
    _, type = scope.symbols.state[form.word]
    if not isinstance(type, ListType):
        raise fail("type", f"`{form.word}` is not a list", form.span)
    if len(items) != len(type.of):
        raise fail("type", f"`{form.word}` is a {type}, found {counted(len(items), 'part')}", form.span)
    values = tuple(wanted(i, scope, t, f"an item of `{form.word}`") for i, t in zip(items, type.of, strict=True))
    return Append(form.word, index_of(form.word, target, scope, target.parts), values, form.span)
