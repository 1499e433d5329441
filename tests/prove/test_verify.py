"""The command: verdicts, exit statuses, formats, the cache, witnesses and their replay."""

from __future__ import annotations

import json
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("z3")

from camelrules.cli import cli
from camelrules.prove import cache

HOUSE = """
edition: house
extends: "2018"
replaces:
  sorts:
    racing: [blue, green, purple, red, yellow, pink]
  parameters:
    track.spaces: 20
    crazy.start: [20, 19, 18]
"""
BROKEN = """
edition: broken
extends: "2014"
replaces:
  effects:
    first_player:
      says: Nobody can say what this does.
      do:
        - draw p in player
        - set turn = p
        - set tile[track.spaces + 1] = none
"""
EMPTIED = """
edition: plain
extends: "2018"
replaces:
  sorts:
    crazy: []
    grey_die: []
  parameters:
    grey.faces: []
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path / "cache"))


def run(*args: str) -> Any:
    return CliRunner().invoke(cli, ["verify", "--jobs", "1", *args], catch_exceptions=False)


def test_json_has_the_fields_of_the_contract() -> None:
    done = run("--only", "tile.placing", "--quick", "--format", "json")
    report = json.loads(done.output)
    assert done.exit_code == 0 and report["version"] == 1 and report["findings"] == []
    for result in report["properties"]:
        assert {"id", "edition", "verdict", "method", "seconds", "witness"} <= set(result)
    assert {r["edition"] for r in report["properties"]} == {"2014", "2018"}


def test_starved_is_exit_status_3() -> None:
    done = run("--only", "move.order_kept", "--edition", "2014", "--budget", "1", "--quick", "--format", "json")
    assert done.exit_code == 3
    assert all(r["verdict"] != "proved" for r in json.loads(done.output)["properties"])


def test_an_edition_of_ones_own_proves_the_same(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    ids = ("move.lands_exactly", "crazy.choice", "rank.places", "tile.placing")
    done = run(*(w for i in ids for w in ("--only", i)), "--edition", str(path), "--quick", "--format", "json")
    assert done.exit_code == 0, done.output
    found = {r["id"]: r["verdict"] for r in json.loads(done.output)["properties"]}
    assert all(found[i] in ("proved", "bounded") for i in ids)


def test_a_rule_without_an_answer_in_play_does_not_end_the_run(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    ids = ("evaluators.agree", "race.ends_without_tiles", "die.fair")
    only = [w for i in ids for w in ("--only", i)]
    done = run(*only, "--edition", str(path), "--quick", "--format", "json")
    assert done.exit_code == 3, done.output
    found = {r["id"]: r for r in json.loads(done.output)["properties"]}
    assert found["die.fair"]["verdict"] != "unknown"
    assert found["evaluators.agree"]["verdict"] == "unknown" and "no answer" in found["evaluators.agree"]["detail"]


def test_what_an_edition_empties_is_left_out_and_said(tmp_path: Path) -> None:
    path = tmp_path / "plain.yaml"
    path.write_text(EMPTIED, encoding="utf-8")
    done = run("--only", "setup.racing", "--edition", str(path), "--quick", "--format", "json")
    assert done.exit_code == 0, done.output
    said = {entry["id"] for entry in json.loads(done.output)["left_out"]}
    assert {"crazy.exceptions_never_meet", "setup.crazy"} <= said


def test_an_expected_refutation_is_no_failure_and_replays(tmp_path: Path) -> None:
    done = run("--only", "crazy.on_top_anywhere", "--quick", "--witnesses", str(tmp_path), "--format", "json")
    assert done.exit_code == 0
    (file,) = tmp_path.glob("*.json")
    again = CliRunner().invoke(cli, ["replay", str(file)])
    assert again.exit_code == 0 and "recurs" in again.output
    data = json.loads(file.read_text())
    # Another stack: nothing that the witness claims happens any more.
    data["state"]["above"] = {}
    data["state"]["at"] = {c: n for n, c in enumerate(data["state"]["at"], 2)}
    file.write_text(json.dumps(data))
    assert CliRunner().invoke(cli, ["replay", str(file)]).exit_code == 1


def test_a_bad_witness_is_the_callers_mistake(tmp_path: Path) -> None:
    from camelrules.lang.source import RulesError

    file = tmp_path / "bad.json"
    for text in ('{"kind": "property"}', '{"kind": "other"}', '{"version": 1, "kind": "property", "edition": "2018"}'):
        file.write_text(text)
        done = CliRunner().invoke(cli, ["replay", str(file)])
        assert isinstance(done.exception, RulesError)


def test_every_format(tmp_path: Path) -> None:
    flags = ("--only", "catalogue.track", "--quick", "--edition", "2014")
    assert "catalogue.track" in run(*flags, "--verbose").output
    assert "1 property holds" in run(*flags).output
    assert xml.fromstring(run(*flags, "--format", "junit").output).get("failures") == "0"
    assert json.loads(run(*flags, "--format", "sarif").output)["version"] == "2.1.0"
    assert run(*flags, "--format", "markdown").output.startswith("| property |")
    assert run(*flags, "--format", "github").output.strip() == ""
    run(*flags, "--format", "json", "--output", str(tmp_path / "report.json"))
    assert json.loads((tmp_path / "report.json").read_text())["version"] == 1


def test_results_are_kept_and_never_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    flags = ("--only", "catalogue.track", "--edition", "2014", "--quick")
    run(*flags)
    kept = list(cache.folder().glob("*.json"))
    assert len(kept) == 1
    run(*flags)
    assert list(cache.folder().glob("*.json")) == kept
    monkeypatch.setattr(cache, "code_hash", lambda: "another program")
    run(*flags)
    assert len(list(cache.folder().glob("*.json"))) == 2
    run(*flags, "--budget", "123456")
    assert len(list(cache.folder().glob("*.json"))) == 3


def test_an_unknown_property_is_named() -> None:
    from camelrules.lang.source import RulesError

    done = CliRunner().invoke(cli, ["verify", "--only", "tile.placin"])
    assert isinstance(done.exception, RulesError) and "tile.placing" in done.exception.render()


def test_what_an_edition_removes_is_not_asked_for(tmp_path: Path) -> None:
    from camelrules.prove.properties.book import open_book

    path = tmp_path / "plain.yaml"
    path.write_text('edition: plain\nextends: "2018"\nremoves: {actions: [enter_partnership]}\n', encoding="utf-8")
    left = set(open_book("2018").properties) - set(open_book(str(path)).properties)
    assert {"partner.allowed", "partner.entered"} <= left
    assert "move.lands_exactly" not in left and "partners.pairs" not in left


def test_a_quick_run_takes_what_a_whole_one_left() -> None:
    flags = ("--only", "partner.allowed", "--edition", "2018", "--format", "json")
    (whole,) = json.loads(run(*flags).output)["properties"]
    (quick,) = json.loads(run(*flags, "--quick").output)["properties"]
    assert whole["verdict"] == quick["verdict"] == "proved"


def test_the_most_that_a_leg_can_cost() -> None:
    # Every ticket of the leader (5 + 3 + 2, and 2 more in 2018), every one of the second camel, five pyramid tickets.
    most = {"2014": 5 + 3 + 2 + 3 * 1 + 5 * 1, "2018": 5 + 3 + 2 + 2 + 4 * 1 + 5 * 1}
    report = json.loads(run("--only", "bank.one_leg", "--quick", "--format", "json").output)
    found = {r["edition"]: r["value"] for r in report["properties"] if r["id"] == "bank.one_leg"}
    assert found == most
