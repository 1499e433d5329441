"""A property that says nothing is told as that, in every format that a person reads."""

from __future__ import annotations

import pytest

from camelrules.prove.results import Result, to_json
from camelrules.report.text import Ink
from camelrules.report.verdicts import render, summary


@pytest.mark.parametrize("format_", ["text", "github"])
@pytest.mark.parametrize(("cases", "said"), [((), "says nothing of the rules"), ((("odd", "never"),), "odd")])
def test_why_it_is_vacuous(format_: str, cases: tuple[tuple[str, str], ...], said: str) -> None:
    result = to_json(Result("it", "2014", "proved", "any state", says="x", cases=cases, vacuous=True))
    report = {"properties": [result], "summary": summary([result])}
    shown = render(format_, report, Ink(False), "0")
    assert said in shown and ("says nothing" in shown) == (not cases)
