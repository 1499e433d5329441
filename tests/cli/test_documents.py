"""Documents on the command line: any format, piped in or named, with places that its user can find."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from camelrules.cli.check import command as check
from camelrules.cli.init import command as init
from camelrules.cli.read import command as read
from camelrules.door.diagnostics import RulesError
from tests.text import writers
from tests.text.print import pdf
from tests.text.writers import TEXTS, parts_of

WRONG = (TEXTS / "en-2018.txt").read_text("utf-8").replace("3 Egyptian pounds", "4 Egyptian pounds")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    parts = parts_of(WRONG)
    (tmp_path / "rules.pdf").write_bytes(pdf(parts, 2))
    (tmp_path / "rules.docx").write_bytes(writers.word(parts))
    (tmp_path / "rules.xlf").write_bytes(writers.xliff_1(parts))
    (tmp_path / "rules.po").write_bytes(writers.catalogue(parts))
    (tmp_path / "rules.txt").write_text(WRONG, "utf-8")
    return tmp_path


def found(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(check, [*arguments, "--no-witness", "--format", "json"])
    assert result.exit_code == 1
    (finding,) = json.loads(result.output)["findings"]
    assert finding["clause"] == "setup.money.start"
    return dict(finding)


def test_places(folder: Path) -> None:
    unit = next(n for n, p in enumerate(parts_of(WRONG), 1) if "4 Egyptian" in p.text)
    finding = found(str(folder / "rules.pdf"))
    (place,) = finding["places"]
    assert place["page"] == 1
    assert finding["message"].startswith(f"page 1, line {place['line']} says")
    (place,) = found(str(folder / "rules.docx"))["places"]
    assert place == {"paragraph": unit}
    line = next(n for n, t in enumerate((folder / "rules.xlf").read_text("utf-8").split("\n"), 1) if "4 Egyptian" in t)
    finding = found(str(folder / "rules.xlf"))
    assert finding["places"] == [{"unit": f"u{unit}", "line": line, "file": "rules.idml"}]
    assert finding["lines"] == [line]
    (place,) = found(str(folder / "rules.po"))["places"]
    assert (place["entry"], place["unit"]) == (unit, str(unit))
    finding = found(str(folder / "rules.txt"))
    line = next(n for n, t in enumerate(WRONG.split("\n"), 1) if "4 Egyptian" in t)
    assert (finding["lines"], finding["places"][0]["line"]) == ([line], line)


def test_a_report_for_people_says_page_and_paragraph(folder: Path) -> None:
    for name, words in (("rules.pdf", "rules.pdf, page 1, line "), ("rules.docx", "rules.docx, paragraph ")):
        result = CliRunner().invoke(check, [str(folder / name), "--no-witness"])
        assert words in result.output


@pytest.mark.parametrize("name", ["rules.pdf", "rules.docx", "rules.txt"])
def test_what_is_piped_in(folder: Path, name: str) -> None:
    reading = os.open(folder / name, os.O_RDONLY)
    kept = os.dup(0)
    os.dup2(reading, 0)
    try:
        assert found("-")["rulebook"] == "<stdin>"
    finally:
        os.dup2(kept, 0)
        os.close(reading)
        os.close(kept)


def test_read_takes_documents(folder: Path) -> None:
    result = CliRunner().invoke(read, [str(folder / "rules.docx"), "--format", "json"])
    clause = json.loads(result.output)["clauses"]["setup.money.start"]
    unit = next(n for n, p in enumerate(parts_of(WRONG), 1) if "4 Egyptian" in p.text)
    assert (clause["status"], clause["lines"], clause["stated"]) == ("contradicts", [unit], "4")


def test_what_is_piped_in_cannot_be_watched_nor_begun() -> None:
    assert CliRunner().invoke(check, ["-", "--watch"]).exit_code == 2
    error = CliRunner().invoke(init, ["-"]).exception
    assert isinstance(error, RulesError)


def test_damage_of_a_document_is_a_finding(tmp_path: Path) -> None:
    lost = WRONG.replace("4 Egyptian pounds", "3 Egyptian pounds").replace("**board** in", "**board** \ufffd in")
    (tmp_path / "a.docx").write_bytes(writers.word(parts_of(lost)))
    result = CliRunner().invoke(check, [str(tmp_path / "a.docx"), "--no-witness", "--format", "json"])
    assert [f["kind"] for f in json.loads(result.output)["findings"]] == ["damage"]


def test_only_lines_of_the_file_are_told_to_machines(folder: Path) -> None:
    def region(name: str) -> dict[str, Any] | None:
        result = CliRunner().invoke(check, [str(folder / name), "--no-witness", "--format", "sarif"])
        (found,) = json.loads(result.output)["runs"][0]["results"]
        region_: dict[str, Any] | None = found["locations"][0]["physicalLocation"].get("region")
        return region_

    line = next(n for n, t in enumerate(WRONG.split("\n"), 1) if "4 Egyptian" in t)
    words = WRONG.split("\n")[line - 1]
    start = words.index("player starts")
    end = words.index("pounds") + len("pounds")
    assert region("rules.txt") == {"startLine": line, "startColumn": start + 1, "endColumn": end + 1}
    assert region("rules.pdf") is None
    assert region("rules.docx") is None
    annotated = CliRunner().invoke(check, [str(folder / "rules.txt"), "--no-witness", "--format", "github"]).output
    assert f",line={line},col={start + 1},endColumn={end}," in annotated
