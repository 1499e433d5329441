"""`check` on texts of our own wording: clean where they are right, and a finding for each planted fault."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from camelrules.cli import cli
from camelrules.compare.between import between
from camelrules.compare.findings import findings
from camelrules.compare.waivers import place_stamp
from camelrules.lang.values import Member
from tests.read.reviewing import reviewed

TEXTS = Path(__file__).parents[1] / "texts"
NAMES = sorted(p.stem for p in TEXTS.glob("*.txt"))


def _rows(name: str) -> list[dict[str, Any]]:
    data = yaml.safe_load((TEXTS / name).read_text("utf-8"))
    return data if isinstance(data, list) else next(iter(data.values()))


def _found(row: dict[str, Any]) -> list[Any]:
    text = (TEXTS / f"{row['text']}.txt").read_text("utf-8")
    assert text.count(row["find"]) == 1
    return findings(reviewed(text.replace(row["find"], row["replace"]), row["text"], edition=row["text"][3:]))


@pytest.mark.parametrize("name", NAMES)
def test_a_right_text_has_no_findings(name: str) -> None:
    made = findings(reviewed((TEXTS / f"{name}.txt").read_text("utf-8"), name, edition=name[3:]))
    assert [f"{f.code} {f.clause} {f.lines}" for f in made] == []


# Measured, not wished for: a change that loses a fault or raises a false alarm shows here.
def test_planted_faults_are_found() -> None:
    # A word out of place is a remark of the reader's own and not pinned to a clause. All faults are read in
    # `tests/read`; what becomes of every second one is seen here.
    rows = [r for r in _rows("faults.yaml") if r["kind"] != "terminology"][::2]
    missed = [r["id"] for r in rows if not {f.clause for f in _found(r)} & {r["clause"], *_listed(r.get("clashes"))}]
    assert len(missed) <= len(rows) * 0.03, missed


def test_harmless_rewordings_raise_nothing() -> None:
    rows = _rows("rewordings.yaml")
    flagged = {r["id"]: [f.clause for f in made] for r in rows if (made := _found(r))}
    assert len(flagged) <= len(rows) * 0.01, flagged


@pytest.mark.parametrize(
    ("written", "asks"),
    [("It crowns the pile of cards there.", True), ("", False)],
    ids=["a sentence that is not understood", "no sentence"],
)
def test_what_is_not_understood_is_asked_about(written: str, asks: bool) -> None:
    text = (TEXTS / "en-2018.txt").read_text("utf-8")
    stated = "- Your card goes on top of any cards already there."
    assert text.count(stated) == 1
    made = findings(reviewed(text.replace(stated, written), "text", edition="2018"))
    (finding,) = (f for f in made if f.clause == "a4.on_top")
    assert finding.message.startswith(f"does line 86, “{written.rstrip('.')}”, say this: " if asks else "nothing in")


def test_a_question_that_names_another_value_is_a_warning() -> None:
    """Also where the rules have no variant for it: the text says it, and only how sure that is stays open."""
    found = reviewed((TEXTS / "en-2018.txt").read_text("utf-8"), "text", edition="2018")
    verdict = found.clauses["money.exchange"]
    (judged,) = verdict.judged
    for value, severity in ((Member("only_then"), "warning"), (judged.value, "note")):
        asked = replace(judged, status="ambiguous", value=value)
        clauses = {**found.clauses, verdict.clause: replace(verdict, status="ambiguous", judged=(asked,))}
        (finding,) = findings(replace(found, clauses=clauses))
        assert (finding.code, finding.severity) == ("CR301", severity)


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or [])


@pytest.fixture
def fault(tmp_path: Path) -> Path:
    text = (TEXTS / "en-2018.txt").read_text("utf-8")
    row = next(r for r in _rows("faults.yaml") if r["id"] == "en18-start-money")
    path = tmp_path / "mine.txt"
    path.write_text(text.replace(row["find"], row["replace"]), "utf-8")
    return path


def _check(*args: str) -> Any:
    return CliRunner().invoke(cli, ["check", *args])


def test_json_is_as_the_contract_has_it(fault: Path) -> None:
    result = _check(str(fault), "--format", "json")
    assert result.exit_code == 1
    data = json.loads(result.output)
    assert data["version"] == 1
    (finding,) = data["findings"]
    keys = {
        "code",
        "name",
        "clause",
        "kind",
        "severity",
        "rulebook",
        "lines",
        "stated",
        "expected",
        "message",
        "witness",
        "certainty",
        "places",
        "no_game",
        "suggestion",
    }
    assert set(finding) == keys
    (place,) = finding["places"]
    assert place["line"] == finding["lines"][0]
    words = fault.read_text("utf-8").splitlines()[place["line"] - 1]
    # The words that were read: the sum and what it is a sum of.
    read = words[place["column"] - 1 : place["end_column"] - 1]
    assert "5" in read
    assert read[0].isalnum()
    assert read[-1].isalnum()
    assert (finding["clause"], finding["severity"], finding["expected"]) == ("setup.money.start", "error", "3")
    assert finding["witness"]["outcomes"][0]["money"]["p1"] == 3


@pytest.mark.parametrize("format_", ["text", "sarif", "junit", "markdown", "github"])
def test_every_format_names_the_place(fault: Path, format_: str) -> None:
    result = _check(str(fault), "--format", format_, "--no-witness")
    assert result.exit_code == 1
    assert "CR10" in result.output
    assert "setup.money.start" in result.output or format_ == "github"


def test_a_waiver_needs_a_reason_and_an_unused_one_is_a_finding(fault: Path) -> None:
    beside = Path(f"{fault}.camelrules.yaml")
    reading = reviewed(fault.read_text("utf-8"), str(fault))
    (finding,) = findings(reading)
    waiver = {"code": finding.code, "clause": finding.clause, "content": place_stamp(finding, reading)}
    beside.write_text(yaml.safe_dump({"waivers": [waiver]}), "utf-8")
    refused = _check(str(fault), "--no-witness")
    assert refused.exit_code != 0
    beside.write_text(yaml.safe_dump({"waivers": [{**waiver, "reason": "a house rule"}]}), "utf-8")
    assert _check(str(fault), "--no-witness").exit_code == 0
    # The waiver follows the words, not the line ...
    fault.write_text("\n\n" + fault.read_text("utf-8"), "utf-8")
    assert _check(str(fault), "--no-witness").exit_code == 0
    # ... and ends when the place is mended.
    fault.write_text((TEXTS / "en-2018.txt").read_text("utf-8"), "utf-8")
    ended = _check(str(fault), "--no-witness")
    assert ended.exit_code == 1
    assert "CR601" in ended.output


def test_init_never_overwrites(fault: Path) -> None:
    assert CliRunner().invoke(cli, ["init", str(fault)]).exit_code == 0
    beside = Path(f"{fault}.camelrules.yaml")
    beside.write_text("waivers: []\n", "utf-8")
    assert CliRunner().invoke(cli, ["init", str(fault)]).exit_code != 0
    assert beside.read_text("utf-8") == "waivers: []\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b""),
        ("novel.txt", b"It was a dark and stormy night, and the rain fell in torrents over the town. " * 60),
        ("german.txt", b"Jeder Spieler nimmt sich drei Pfund und legt sie vor sich auf den Tisch. " * 60),
        ("book.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 10),
        ("noise.bin", bytes(range(256)) * 4000),
    ],
)
def test_what_is_no_rulebook_gets_a_clear_answer(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = _check(str(path))
    assert result.exit_code != 0
    assert result.exception is not None
    assert "Traceback" not in result.output


def test_texts_against_each_other_are_told_once_for_each_text_and_clause() -> None:
    text = (TEXTS / "en-2018.txt").read_text("utf-8")
    right = reviewed(text, "right.txt")
    wrong = reviewed(text.replace("1 EP from the bank", "2 EP from the bank"), "wrong.txt")
    assert between([right, right]) == []
    one = between([right, wrong])
    assert [(f.rulebook, f.clause, f.expected) for f in one] == [("wrong.txt", "tile.payout", "1")]
    assert "right.txt line 122 has `1`" in one[0].message
    # Twice as many texts, twice as many findings.
    assert len(between([right, *[wrong] * 8])) == 2 * len(between([right, *[wrong] * 4])) == 8
    many = between([wrong, *[right] * 9])
    assert len(many) == 1
    assert "and 6 more have `1`" in many[0].message
