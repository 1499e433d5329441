"""Reports to send: the page and the sheet hold what was found, whatever the text holds."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

from camelrules.cli.check import command as check
from camelrules.report.page import PrintedLine, page
from camelrules.report.sheet import sheet

WITNESS = {
    "position": {"track": {"5": ["red", "yellow"]}},
    "steps": [{"player": "p1", "action": "take_ticket", "args": ["red"], "draws": [{"value": 3}]}],
    "outcomes": [
        {"money": {"p1": 3, "p2": 4}, "track": {"8": ["red"]}},
        {
            "money": {"p1": 5, "p2": 4},
            "track": {"8": ["red"]},
            "refused": [{"step": 1, "because": "no ticket is left"}],
            "winners": ["p1"],
        },
    ],
}


def finding(
    severity: str, marks: list[tuple[int, int, int]], message: str = "Change it.", **more: Any
) -> dict[str, Any]:
    return {
        "code": "CR101",
        "name": "contradicts-edition",
        "clause": "setup.money.start",
        "severity": severity,
        "file": "a.txt",
        "lines": [m[0] for m in marks],
        "cited": [f"line {m[0]}" for m in marks],
        "links": [(m[0], f"line {m[0]}") for m in marks],
        "marks": marks,
        "quotes": [],
        "stated": "4",
        "expected": "3",
        "message": message,
        "witness": None,
        **more,
    }


class Reader(HTMLParser):
    """What a browser would see: ids, links, marked words, and that every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.marked: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)
        self.ids += [i for i in (values.get("id"),) if i]
        self.links += [h for h in (values.get("href"),) if h]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)
        if "mark" in self.open:
            self.marked.append(data)


def test_marks_link_to_findings_and_back() -> None:
    lines = [PrintedLine("1", "Take 4 pounds now."), PrintedLine("2", ""), PrintedLine("3", "The end.", "heading")]
    found = [
        finding("note", [(1, 0, 13)]),
        finding("error", [(1, 5, 6)], witness=WITNESS),
        finding("warning", [(3, 0, 99)]),
    ]
    read = Reader(page(found, {"a.txt": lines}, "1.0"))
    # The gravest finding is the first, and it has the words that two findings share.
    assert read.marked == ["Take ", "4", " pounds", "The end."]
    assert [h for h in read.links if h.startswith("#f")] == ["#f3", "#f1", "#f3", "#f2"]
    assert len(read.ids) == len(set(read.ids))
    assert {h[1:] for h in read.links} <= set(read.ids)
    assert "script" not in read.tags
    text = " ".join(read.words)
    assert "1 error, 1 warning, 1 note" in text
    assert "take ticket red (3)" in text
    assert "5: red < yellow" in text
    assert "step 1 is not allowed (no ticket is left); p1 won" in text


def test_a_hostile_text_is_only_words() -> None:
    evil = "<script>alert(1)</script>\"' onload=x \x00\x1b[31m"
    made = page(
        [finding("error", [(1, 0, 4)], evil, file=evil, clause=evil)], {evil: [PrintedLine(evil, evil, evil)]}, evil
    )
    assert "script" not in Reader(made).tags
    assert "\x00" not in made


def test_no_findings() -> None:
    assert "No findings." in " ".join(Reader(page([], {"a.txt": []}, "1.0")).words)


def test_the_sheet_opens_in_another_program() -> None:
    message = '=HYPERLINK("http://example.org")\n<b>&\x01'
    found = [
        finding("error", [(1, 5, 6)], message, suggestion={"lang": "en", "text": "Take 3 pounds."}),
        finding("note", []),
    ]
    data = sheet(found)
    rows = list(openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows())
    assert [c.value for c in rows[0]][:3] == ["text", "place", "severity"]
    values = [c.value for c in rows[1]]
    assert values[:5] == ["a.txt", "line 1", "error", "", "CR101"]
    assert "Take 3 pounds." in values
    told = rows[1][10]
    assert (told.data_type, str(told.value)[:10]) in (("s", "=HYPERLINK"), ("inlineStr", "=HYPERLINK"))
    assert len(rows) == 3
    assert sheet(found) == data


@pytest.mark.parametrize("format_", ["html", "xlsx"])
def test_on_the_command_line(tmp_path: Path, format_: str) -> None:
    text = (Path(__file__).parents[1] / "texts" / "en-2018.txt").read_text("utf-8").replace("3 Egyptian", "4 Egyptian")
    (tmp_path / "a.txt").write_text(text, "utf-8")
    output = tmp_path / f"out.{format_}"
    result = CliRunner().invoke(
        check, [str(tmp_path / "a.txt"), "--no-witness", "--format", format_, "--output", str(output)]
    )
    assert result.exit_code == 1, result.output
    if format_ == "html":
        assert "".join(Reader(output.read_text("utf-8")).marked) == "player starts with **4 Egyptian pounds"
    else:
        assert openpyxl.load_workbook(output).active.max_row == 2


def test_a_sheet_needs_a_file() -> None:
    assert CliRunner().invoke(check, ["a.txt", "--format", "xlsx"]).exit_code == 2


def test_what_else_came_of_a_game_stands_below_its_money() -> None:
    """A column beside the money of six players would be a letter wide on a phone."""
    shown = page([finding("error", [(1, 0, 3)], witness=WITNESS)], {"a.txt": [PrintedLine("1", "words")]}, "1")
    assert "<th>p2</th></tr>" in shown and "<td>4</td></tr></table>" in shown
    assert "By the text, step 1 is not allowed (no ticket is left); p1 won.</p>" in shown
