"""Forms to the syntax tree: names get their meaning, every node its type."""

from __future__ import annotations

from camelrules.lang.parse import BinderForm, Form, QuantForm
from camelrules.lang.scope import Scope
from camelrules.lang.source import RulesError, Span, counted, fail
from camelrules.lang.syntax import (
    Binary,
    Binder,
    Call,
    Cast,
    Domain,
    Expr,
    If,
    In,
    Item,
    Lit,
    Next,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    ValueDomain,
    Var,
)
from camelrules.lang.types import (
    BOOL,
    INT,
    NONE,
    IntType,
    ListType,
    SetType,
    SortType,
    Type,
    comparable,
    fits,
    join,
)


def expression(form: Form, scope: Scope, hint: Type | None = None) -> Expr:
    """The node that a form stands for; `hint` is the type wanted, where a bare member needs one."""
    match form.head:
        case "number":
            return Lit(int(form.word), INT, form.span)
        case "true" | "false":
            return Lit(form.head == "true", BOOL, form.span)
        case "none":
            return Lit(None, NONE, form.span)
        case "empty":
            if not isinstance(hint, ListType):
                raise fail("type", "`empty` is a list, and none is wanted here", form.span)
            return Lit((), hint, form.span)
        case "name":
            return _name(form, scope, hint)
        case "call":
            return _call(form, scope)
        case "index":
            return _index(form, scope)
        case "not":
            return Not(wanted(form.parts[0], scope, BOOL, "`not`"), BOOL, form.span)
        case "and" | "or":
            left, right = (wanted(p, scope, BOOL, f"`{form.head}`") for p in form.parts)
            return Binary(form.head, left, right, BOOL, form.span)
        case "==" | "!=":
            return _equality(form, scope)
        case "<" | "<=" | ">" | ">=":
            left, right = (wanted(p, scope, INT, f"`{form.head}`") for p in form.parts)
            return Binary(form.head, left, right, BOOL, form.span)
        case "+" | "-" | "*":
            left, right = (wanted(p, scope, INT, f"`{form.head}`") for p in form.parts)
            return Binary(form.head, left, right, INT, form.span)
        case "negate":
            arg = wanted(form.parts[0], scope, INT, "`-`")
            if isinstance(arg, Lit) and isinstance(arg.value, int):
                return Lit(-arg.value, INT, form.span)
            return Binary("-", Lit(0, INT, form.span), arg, INT, form.span)
        case "if":
            return _if(form, scope, hint)
        case "in":
            return _membership(form, scope)
        case "as":
            return _cast(form, scope)
        case _:
            return _quantifier(form, scope)


def wanted(form: Form, scope: Scope, type: Type, where: str) -> Expr:
    """An expression of a given type, or an error that says what was found."""
    return coerce(expression(form, scope, type), type, where)


def coerce(expr: Expr, type: Type, where: str) -> Expr:
    """`expr` itself where its type fits."""
    if not fits(expr.type, type):
        raise _mismatch(expr, type, where)
    if isinstance(type, IntType) and isinstance(expr, Lit) and isinstance(expr.value, int):
        low, high = type.low, type.high
        if (low is not None and expr.value < low) or (high is not None and expr.value > high):
            shown = f"`{type}` ({low}..{high if high is not None else ''})" if type.sort else f"`{type}`"
            raise fail("out-of-sort", f"{expr.value} is not in {shown}", expr.span, f"{where} takes {bounds(type)}")
    return expr


def bounds(type: IntType) -> str:
    """The numbers of a type in words."""
    if type.high is None:
        return f"whole numbers from {type.low} up"
    if type.low is None:
        return f"whole numbers up to {type.high}"
    return f"whole numbers from {type.low} to {type.high}"


def _mismatch(expr: Expr, type: Type, where: str) -> RulesError:
    hint = ""
    if isinstance(expr.type, SortType) and isinstance(type, SortType):
        if expr.type.optional and not type.optional:
            hint = f"it may be `none`; test for that, then write `… as {type.name}`"
        elif expr.type.parts & type.parts:
            hint = f"not every `{expr.type}` is a `{type}`; where this one is, write `… as {type.name}`"
    return fail("type", f"{where} needs `{type}`, found `{expr.type}`", expr.span, hint)


def _name(form: Form, scope: Scope, hint: Type | None) -> Expr:
    name, symbols = form.word, scope.symbols
    scope.used.add(name)
    if name in scope.locals:
        return Var(name, scope.locals[name], form.span)
    if name in symbols.parameters:
        return Param(name, symbols.parameters[name], form.span)
    if name in symbols.state:
        index, type = symbols.state[name]
        if index:
            sorts = ", ".join(map(str, index))
            raise fail("type", f"`{name}` is a map and needs an index", form.span, f"write `{name}[…]` with {sorts}")
        _needs_state(name, form.span, scope)
        return Read(name, (), type, form.span)
    if name in symbols.functions:
        if symbols.functions[name].params:
            raise fail("type", f"`{name}` is a function and needs arguments", form.span, f"write `{name}(…)`")
        return _apply(form, scope, ())
    if name in symbols.atoms:
        return _atom(form, scope, hint)
    if name in symbols.sorts:
        raise fail("type", f"`{name}` is a sort, not a value", form.span, f"to go through it, write `… in {name}`")
    raise scope.unknown(name, form.span)


def _atom(form: Form, scope: Scope, hint: Type | None) -> Expr:
    owners = scope.symbols.atoms[form.word]
    if isinstance(hint, SortType):
        owners = tuple(o for o in owners if o in hint.parts) or owners
    if len(owners) > 1:
        sorts = " and ".join(f"`{o}`" for o in owners)
        raise fail(
            "ambiguous",
            f"`{form.word}` is a member of {sorts}",
            form.span,
            f"say which one you mean: `{form.word} as {owners[0]}`",
        )
    scope.used.add(owners[0])
    return Lit(form.word, SortType(owners[0], frozenset(owners)), form.span)


def _needs_state(name: str, span: Span, scope: Scope) -> None:
    if not scope.stateful:
        raise fail(
            "type",
            f"`{name}` is part of the state, which does not exist here",
            span,
            "only parameters may be used here",
        )


def _call(form: Form, scope: Scope) -> Expr:
    scope.used.add(form.word)
    if form.word in ("next", "size"):
        if len(form.parts) != 1:
            raise fail("type", f"`{form.word}` takes 1 argument, found {len(form.parts)}", form.span)
        arg = expression(form.parts[0], scope)
        if form.word == "size":
            if not isinstance(arg.type, ListType):
                raise fail("type", f"`size` needs a list, found `{arg.type}`", arg.span)
            return Size(arg, INT, form.span)
        if not isinstance(arg.type, SortType) or arg.type.optional:
            raise fail("type", f"`next` needs a member of a sort, found `{arg.type}`", arg.span)
        return Next(arg, arg.type, form.span)
    if form.word not in scope.symbols.functions:
        if form.word in scope.symbols.effects:
            raise fail(
                "type",
                f"`{form.word}` is an effect, not a value",
                form.span,
                f"effects are statements: `do {form.word}(…)`",
            )
        raise scope.unknown(form.word, form.span, "function")
    return _apply(form, scope, form.parts)


def arguments(
    form: Form, scope: Scope, params: tuple[tuple[str, Type], ...], parts: tuple[Form, ...]
) -> tuple[Expr, ...]:
    """The arguments of a call, each of its parameter's type."""
    if len(parts) != len(params):
        expected = ", ".join(f"{n}: {t}" for n, t in params) or "none"
        raise fail(
            "type",
            f"`{form.word}` takes {counted(len(params), 'argument')}, found {len(parts)}",
            form.span,
            f"its arguments: {expected}",
        )
    return tuple(
        wanted(p, scope, t, f"argument `{n}` of `{form.word}`") for p, (n, t) in zip(parts, params, strict=True)
    )


def _apply(form: Form, scope: Scope, parts: tuple[Form, ...]) -> Expr:
    signature = scope.symbols.functions[form.word]
    if not scope.stateful:
        raise fail("type", f"`{form.word}` cannot be used here", form.span, "only parameters may be used here")
    assert signature.type is not None
    return Call(form.word, arguments(form, scope, signature.params, parts), signature.type, form.span)


def index_of(name: str, form: Form, scope: Scope, parts: tuple[Form, ...]) -> tuple[Expr, ...]:
    """The index of a state variable, each part of its sort."""
    index, _ = scope.symbols.state[name]
    if len(parts) != len(index):
        sorts = ", ".join(map(str, index)) or "no index"
        raise fail(
            "type",
            f"`{name}` takes {counted(len(index), 'index', 'indices')}, found {len(parts)}",
            form.span,
            f"it is a map from {sorts}" if index else "it is a single value",
        )
    return tuple(wanted(p, scope, t, f"the index of `{name}`") for p, t in zip(parts, index, strict=True))


def _index(form: Form, scope: Scope) -> Expr:
    base, *parts = form.parts
    if base.head == "name" and base.word not in scope.locals and base.word in scope.symbols.state:
        indices, type = scope.symbols.state[base.word]
        if indices:
            scope.used.add(base.word)
            _needs_state(base.word, base.span, scope)
            return Read(base.word, index_of(base.word, base, scope, tuple(parts)), type, form.span)
    value = expression(base, scope)
    if not isinstance(value.type, ListType):
        raise fail("type", f"only maps and lists have an index, found {_kind(value.type)}", base.span)
    if len(parts) != 1 or len(value.type.of) != 1:
        raise fail(
            "type", "a list of single things takes one index; go through a list of pairs with `(a, b) in …`", form.span
        )
    return Item(value, wanted(parts[0], scope, INT, "the index of a list"), value.type.of[0], form.span)


def _kind(type: Type) -> str:
    return "a number" if isinstance(type, IntType) else f"`{type}`"


def _bare(form: Form, scope: Scope) -> bool:
    return form.head == "none" or (
        form.head == "name" and form.word in scope.symbols.atoms and form.word not in scope.locals
    )


def _equality(form: Form, scope: Scope) -> Expr:
    a, b = form.parts
    if _bare(a, scope) and not _bare(b, scope):
        right = expression(b, scope)
        left = expression(a, scope, right.type)
    else:
        left = expression(a, scope)
        right = expression(b, scope, left.type)
    if not comparable(left.type, right.type):
        raise fail(
            "type", f"`{left.type}` and `{right.type}` can never be equal", form.span, _member_hint(left, right, scope)
        )
    return Binary(form.head, left, right, BOOL, form.span)


def _member_hint(left: Expr, right: Expr, scope: Scope) -> str:
    for literal, other in ((left, right), (right, left)):
        if isinstance(literal, Lit) and isinstance(other.type, SortType):
            members = [a for a, owners in scope.symbols.atoms.items() if set(owners) & other.type.parts]
            if members:
                return f"`{other.type}` has {', '.join(f'`{m}`' for m in members)}"
    return ""


def _if(form: Form, scope: Scope, hint: Type | None) -> Expr:
    test = wanted(form.parts[0], scope, BOOL, "the condition of `if`")
    then = expression(form.parts[1], scope, hint)
    other = expression(form.parts[2], scope, hint or then.type)
    type = join(then.type, other.type)
    if type is None and hint is not None and fits(then.type, hint) and fits(other.type, hint):
        type = hint  # `if … then red else black`, where a camel is wanted
    if type is None:
        raise fail("type", f"the two answers of `if` differ in type: `{then.type}` and `{other.type}`", form.span)
    return If(test, then, other, type, form.span)


def _cast(form: Form, scope: Scope) -> Expr:
    sort = scope.symbols.sorts.get(form.word)
    scope.used.add(form.word)
    if sort is None:
        raise scope.unknown(form.word, form.span, "sort")
    arg = expression(form.parts[0], scope, sort)
    if not isinstance(sort, SortType) or not isinstance(arg.type, SortType) or not arg.type.parts & sort.parts:
        raise fail("type", f"a `{arg.type}` is never a `{form.word}`", form.span)
    return Cast(arg, sort, form.span)


def domain(form: Form, scope: Scope) -> tuple[Domain, tuple[Type, ...]]:
    """A domain, and the types of the names that its elements are bound to."""
    if form.head == "range":
        low, high = (wanted(p, scope, INT, "a range") for p in form.parts)
        return RangeDomain(low, high, form.span), (INT,)
    if form.head == "name" and form.word in scope.symbols.sorts and form.word not in scope.locals:
        scope.used.add(form.word)
        return SortDomain(form.word, form.span), (scope.symbols.sorts[form.word],)
    value = expression(form, scope)
    match value.type:
        case SetType():
            return ValueDomain(value, form.span), (value.type.of,)
        case ListType():
            return ValueDomain(value, form.span), value.type.of
        case _:
            hint = f"write `1..{form.word}`" if isinstance(value.type, IntType) and form.head == "name" else ""
            raise fail("type", f"expected a sort, a range, a set or a list, found {_kind(value.type)}", form.span, hint)


def _membership(form: Form, scope: Scope) -> Expr:
    where, types = domain(form.parts[1], scope)
    arg = expression(form.parts[0], scope, types[0])
    if len(types) != 1 or not comparable(arg.type, types[0]):
        raise fail("type", f"a `{arg.type}` is never in `{types[0]}`", form.span)
    return In(arg, where, BOOL, form.span)


def bind(forms: tuple[BinderForm, ...], scope: Scope) -> tuple[tuple[Binder, ...], Scope]:
    """The binders in order, each in the scope of those before it, and the scope inside."""
    binders = []
    for form in forms:
        where, types = domain(form.domain, scope)
        if len(types) != len(form.names):
            raise fail(
                "type",
                f"each element has {counted(len(types), 'part')}, found {counted(len(form.names), 'name')}",
                form.names[0].span,
                f"write `({', '.join('abcdefgh'[: len(types)])}) in …`" if len(types) > 1 else "write one name",
            )
        for name, type in zip(form.names, types, strict=True):
            scope = scope.bind(name.text, type, name.span)
        binders.append(Binder(tuple(n.text for n in form.names), types, where, form.names[0].span))
    return tuple(binders), scope


def _quantifier(form: Form, scope: Scope) -> Expr:
    kind = form.head
    if not isinstance(form, QuantForm):  # max(a, b, …)
        values = [wanted(p, scope, INT, f"`{kind}`") for p in form.parts]
        result = values[0]
        for value in values[1:]:
            result = Binary(kind, result, value, INT, form.span)
        return result
    binders, inner = bind(form.binders, scope)
    where = wanted(form.where, inner, BOOL, "`where`") if form.where else None
    body = default = None
    type: Type = INT
    match kind:
        case "exists" | "all":
            type = BOOL
            body = wanted(form.parts[0], inner, BOOL, "`all`") if kind == "all" else None
        case "sum" | "max" | "min":
            body = wanted(form.parts[0], inner, INT, f"`{kind}`")
            if kind != "sum":
                if form.default is None:
                    raise fail(
                        "syntax",
                        f"`{kind}` over a domain needs an answer for none",
                        form.span,
                        f"write `{kind}(… for … else 0)`",
                    )
                default = wanted(form.default, scope, INT, "`else`")
        case "the" | "set":
            first = binders[0].types[0]
            if len(binders) != 1 or len(binders[0].names) != 1 or not isinstance(first, SortType | IntType):
                raise fail("type", f"`{kind}` takes one name", form.span)
            if kind == "the":
                type = first
            elif isinstance(first, SortType):
                type = SetType(first)
            else:
                raise fail("type", "sets are of members of a sort, not of numbers", form.span)
        case _:
            pass
    return Quant(kind, binders, where, body, default, type, form.span)
