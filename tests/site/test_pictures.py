"""Pictures of scorings, and verdicts that belong to the rules as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from camelrules.run.examples import Example, Outcome, examples, run_example
from camelrules.site.data import gather
from camelrules.site.kept import kept_verdicts
from camelrules.site.pages import proofs
from camelrules.site.pages.examples import engine_of
from camelrules.site.scoring import picture

ROW = re.compile(r'<tr[^>]*><th scope="row">(\w+)</th>(.*?)</tr>')
COINS = re.compile(r'<span class="coins">(−?\d+)</span>')
EARNS = re.compile(r"</span>([+−]?\d+)</b>")


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def drawn(outcome: Outcome) -> str:
    made = engine_of(outcome)
    return "".join(picture(made, s) for step in outcome.scorings for s in step)


SCORED = [e for e in examples() if "leg" in e.data or "final" in e.data]


@pytest.mark.parametrize("example", SCORED, ids=lambda e: e.id)
def test_the_picture_of_a_scoring_shows_what_the_example_says(example: Example) -> None:
    """Money before and after as the example states them, the chips add up, and every ticket has its colour's name."""
    given, expect = example.data.get("leg") or example.data["final"], example.data["expect"]
    rows = dict(ROW.findall(drawn(run_example(example, checked=False))))
    for player, amount in (expect.get("money") or {}).items():
        had, has = (number(n) for n in COINS.findall(rows[player]))
        before = given["players"][player]["money"] if "players" in given else given["money"][player]
        assert (had, has) == (before, amount)
    for player, text in rows.items():
        due = number(re.search(r"<b>([+−]?\d+)</b></td>", text).group(1))  # type: ignore[union-attr]
        if "set" not in example.data:
            assert sum(number(n) for n in EARNS.findall(text)) == due, player
        tickets = given["players"][player].get("tickets", []) if "players" in given else []
        for camel, value in tickets:
            assert f"{camel} <i>{value}</i>" in text


def test_verdicts_of_other_rules_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("camelrules.site.kept.RECORD", "no-such-record.json")
    claimed = {"properties": [{"id": "tiles.spaced", "edition": "2018", "verdict": "proved"}]}
    (tmp_path / "verify.json").write_text(json.dumps(claimed))
    (tmp_path / "mutate.json").write_text(json.dumps({"mutants": 9, "killed": 9, "rules": {"2018": "other rules"}}))
    data = gather(results=tmp_path, search=False)
    (page,) = proofs.pages(data)
    assert "Nothing below has been checked for the rules as they stand now" in page.text
    assert "--verify quick" in page.text and "<li>2018" not in page.text
    assert "small changes of the rules were tried" not in page.text


def test_every_verdict_is_shown_with_its_property() -> None:
    """Also where a property is asserted of several actions, and each of them has a verdict of its own."""
    data = gather(search=False)
    kept = kept_verdicts(data.names)
    assert sum(map(len, data.verdicts.values())) == len(kept)
    (page,) = proofs.pages(data)
    assert "for <code>bet</code>" in page.text
