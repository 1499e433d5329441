"""Expressions and statements: what binds how."""

from __future__ import annotations

import pytest

from camelrules.lang.parse import Form, QuantForm, parse_expression, parse_loop, parse_statement
from camelrules.lang.source import RulesError, Source, Span
from camelrules.lang.tokens import KEYWORDS, is_name
from camelrules.lang.tree import Text


def text(value: str) -> Text:
    """A text as if it stood alone in a file."""
    return Text(value, value, 0, 0, True, Span(Source("f", value), 1, 1, len(value)))


def shape(form: Form) -> str:
    """A form as nested brackets."""
    parts = [shape(p) for p in form.parts]
    if isinstance(form, QuantForm):
        for binder in form.binders:
            names = ",".join(n.text for n in binder.names)
            parts.append(f"{names} in {'shuffled ' if binder.shuffled else ''}{shape(binder.domain)}")
        parts += [f"where {shape(form.where)}"] if form.where else []
        parts += [f"else {shape(form.default)}"] if form.default else []
    if form.head in ("name", "number"):
        return form.word
    head = f"{form.head} {form.word}".strip()
    return f"({head}{''.join(f' {p}' for p in parts)})"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a or b and c", "(or a (and b c))"),
        ("a and b or c", "(or (and a b) c)"),
        ("not a and b", "(and (not a) b)"),
        ("not a == b", "(not (== a b))"),
        ("not not a", "(not (not a))"),
        ("a + b * c", "(+ a (* b c))"),
        ("a * b + c", "(+ (* a b) c)"),
        ("a - b - c", "(- (- a b) c)"),
        ("(a - (b - c))", "(- a (- b c))"),
        ("a + b < c * d", "(< (+ a b) (* c d))"),
        ("-a + b", "(+ (negate a) b)"),
        ("a - -b", "(- a (negate b))"),
        ("- - a", "(negate (negate a))"),
        ("-a * b", "(* (negate a) b)"),
        ("a in b", "(in a b)"),
        ("a not in b", "(not (in a b))"),
        ("not a in b", "(not (in a b))"),
        ("a in 1..n + 1", "(in a (range 1 (+ n 1)))"),
        ("a == b or c != d", "(or (== a b) (!= c d))"),
        ("if a then b else c", "(if a b c)"),
        ("if a then b else if c then d else e", "(if a b (if c d e))"),
        ("if a then if b then c else d else e", "(if a (if b c d) e)"),
        ("(if a then b else c) + 1", "(+ (if a b c) 1)"),
        ("f()", "(call f)"),
        ("f(a, b + 1)", "(call f a (+ b 1))"),
        ("f(a)[b]", "(index (call f a) b)"),
        ("at[a, b]", "(index at a b)"),
        ("xs[1][2]", "(index (index xs 1) 2)"),
        ("a as b == c", "(== (as b a) c)"),
        ("xs[1] as b", "(as b (index xs 1))"),
        ("a.b.c + d.2", "(+ a.b.c d.2)"),
        ("max(a, b, c)", "(max a b c)"),
        ("max(a for a in b else 0)", "(max a a in b else 0)"),
        ("min(a + 1 for a in b, c in d where e else f)", "(min (+ a 1) a in b c in d where e else f)"),
        ("count(a in b)", "(count a in b)"),
        ("count((a, b) in c where a == b)", "(count a,b in c where (== a b))"),
        ("exists(a in b where c or d)", "(exists a in b where (or c d))"),
        ("all(a > 0 for a in b)", "(all (> a 0) a in b)"),
        ("sum(a * b for (a, b) in c)", "(sum (* a b) a,b in c)"),
        ("the(a in set(b in c))", "(the a in (set b in c))"),
        ("count + the", "(+ count the)"),
    ],
)
def test_expression(written: str, read: str) -> None:
    """Words and signs bind as the table of the language says."""
    assert shape(parse_expression(text(written))) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("let a = b + 1", "(let a (+ b 1))"),
        ("set a = b", "(set a b)"),
        ("set a[b, c] = d for b in e, c in f where g", "(set a d b c b in e c in f where g)"),
        ("do f", "(do f)"),
        ("do f(a, b)", "(do f a b)"),
        ("emit e", "(emit e)"),
        ("emit e(a=b, c=d + 1)", "(emit e (field a b) (field c (+ d 1)))"),
        ("draw a in b where c", "(draw a in b where c)"),
        ("draw (a, b) in c", "(draw a,b in c)"),
        ("append (a, b) to c[d]", "(append c (target c d) a b)"),
    ],
)
def test_statement(written: str, read: str) -> None:
    """Each statement starts with its word."""
    assert shape(parse_statement(text(written))) == read


def test_loop() -> None:
    """The head of a `for:` block."""
    assert shape(parse_loop(text("(p, c) in shuffled cards where p == q"))) == (
        "(for p,c in shuffled cards where (== p q))"
    )


@pytest.mark.parametrize(
    "written",
    [
        "a b",
        "a +",
        "(a",
        "a)",
        "f(a",
        "xs[a",
        "if a then b",
        "if a b",
        "a < b < c",
        "a = b",
        "a ==",
        "not",
        "..",
        "1 2",
        "count(a)",
        "count(in a)",
        "max(a for b)",
        "exists(a in)",
        "a as",
        "a as 3",
        "let a = b",
        "$a",
        "a % b",
        "é",
    ],
)
def test_not_an_expression(written: str) -> None:
    """What is cut short, doubled or foreign is refused at a place inside the text or just behind it."""
    with pytest.raises(RulesError) as caught:
        parse_expression(text(written))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code in ("syntax", "character")
    assert diagnostic.span is not None and 1 <= diagnostic.span.column <= len(written) + 1


@pytest.mark.parametrize(
    "written", ["a = b", "let = 3", "let a 3", "set a", "do 3", "emit e(a)", "append a to b", "draw a"]
)
def test_not_a_statement(written: str) -> None:
    """Statements are no looser than expressions."""
    with pytest.raises(RulesError):
        parse_statement(text(written))


def test_names() -> None:
    """What can be used can be named, and nothing else."""
    assert all(map(is_name, ("a", "A1", "track.spaces", "_x", "a.1", "counter", "inside")))
    assert not any(map(is_name, ("", "1a", "a b", "a-b", "a..b", ".a", "a.", "é", "a\n", *KEYWORDS)))
