"""How two values of a clause relate: by what each of them allows."""

from __future__ import annotations

import pytest

from camelrules.lang.values import Member, Number, Numbers, Range, Value, grade


@pytest.mark.parametrize(
    "a, b, more, relation",
    [
        (Number(3), Number(3), "", "equivalent"),
        (Number(2), Number(3), "", "incomparable"),
        (Number(2), Number(3), "wider", "narrower"),
        (Number(2), Number(3), "narrower", "wider"),
        (Range(3, 8), Range(2, 8), "", "narrower"),
        (Range(2, 9), Range(3, 8), "", "wider"),
        (Range(2, 6), Range(3, 8), "", "incomparable"),
        (Numbers((5, 3)), Numbers((5, 3, 2)), "", "narrower"),
        (Numbers((5, 5)), Numbers((5, 3, 2)), "", "incomparable"),
        (Number(3), Range(3, 3), "", "incomparable"),
    ],
)
def test_relation(a: Value, b: Value, more: str, relation: str) -> None:
    """And the other way round."""
    turned = {"narrower": "wider", "wider": "narrower"}
    assert grade(a, b, more=more) == relation and grade(b, a, more=more) == turned.get(relation, relation)


def test_a_chain_of_members() -> None:
    """From the narrowest on."""
    chain = ("nobody", "some", "all")
    assert grade(Member("nobody"), Member("all"), chain) == "narrower"
    assert grade(Member("all"), Member("some"), chain) == "wider"
    assert grade(Member("all"), Member("others"), chain) == "incomparable"
