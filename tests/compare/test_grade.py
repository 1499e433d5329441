"""Conditions on a number are graded by what they allow."""

import pytest

from camelrules.compare.grade import grade


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("n>=6", "n>=6", "equivalent"),
        ("n>=6", "n>5", "equivalent"),
        ("n>6", "n>=6", "narrower"),
        ("n<7", "n<6", "wider"),
        ("n<6", "n>=6", "incomparable"),
        ("must", "may", "narrower"),
        ("3", "4", "incomparable"),
    ],
)
def test_grade(a: str, b: str, verdict: str) -> None:
    assert grade(a, b) == verdict
