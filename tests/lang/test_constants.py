"""What stands in the bounds of a sort: arithmetic over parameters alone."""

from __future__ import annotations

import pytest

from camelrules.lang.constants import constant
from camelrules.lang.source import RulesError, Source, Span
from camelrules.lang.syntax import Binary, Expr, Item, Lit, Param, Size
from camelrules.lang.types import INT, ListType

SPAN = Span(Source("bounds", ""), 1, 1)
SEVEN, THREE = Lit(7, INT, SPAN), Lit(3, INT, SPAN)
LIST = Param("order", ListType((INT,)), SPAN)
VALUES = {"spaces": 16, "order": ((2,), (4,), (7,))}


@pytest.mark.parametrize("op, result", [("+", 10), ("-", 4), ("*", 21), ("max", 7), ("min", 3)])
def test_arithmetic(op: str, result: int) -> None:
    assert constant(Binary(op, SEVEN, THREE, INT, SPAN), VALUES) == result
    swapped = Binary(op, THREE, SEVEN, INT, SPAN)
    assert constant(swapped, VALUES) == (-4 if op == "-" else result)


@pytest.mark.parametrize(
    "expr, result",
    [(Param("spaces", INT, SPAN), 16), (Size(LIST, INT, SPAN), 3), (Item(LIST, THREE, INT, SPAN), 7)],
)
def test_parameters(expr: Expr, result: int) -> None:
    """Lists count from 1."""
    assert constant(expr, VALUES) == result


@pytest.mark.parametrize("at", [0, 4, -1])
def test_an_item_that_is_not_there(at: int) -> None:
    with pytest.raises(RulesError, match="of a list of 3"):
        constant(Item(LIST, Lit(at, INT, SPAN), INT, SPAN), VALUES)
