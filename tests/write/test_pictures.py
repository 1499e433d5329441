"""Pictures of the examples, and the rulebook as a Word document."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from camelrules.cli import cli
from camelrules.compare.verdicts import review
from camelrules.lang.source import RulesError, Source
from camelrules.lang.tree import parse_yaml
from camelrules.read.reader import read_document
from camelrules.text.opening import open_document
from camelrules.write import rulebook
from camelrules.write.pictures import Sums, Track, load_pictures
from camelrules.write.printing import drawings

HOUSE = """
edition: house
title: House rules
extends: "2018"
replaces:
  parameters: {track.spaces: 20, tickets.order: [2, 4, 7], crazy.start: [20, 19, 18]}
"""


def pictures(edition: str, language: str) -> dict[str, Track | Sums]:
    return {c: p for s in rulebook(edition, language).sections for c, p in s.pictures.items()}


def test_the_stacks_before_and_after_a_move() -> None:
    """The printed example: purple with green on its back goes 2 spaces, onto yellow."""
    drawn = pictures("2018", "de")["ex.stack"]
    assert isinstance(drawn, Track)
    stacks = [[[c.colour for c in column.stack] for column in frame] for frame in drawn.frames]
    assert stacks == [[["purple", "green"], [], ["yellow"]], [[], [], ["yellow", "purple", "green"]]]
    assert [c.name for c in drawn.frames[0][0].stack] == ["violett", "grün"]


def test_amounts_add_up_to_what_the_rulebook_says() -> None:
    drawn = pictures("2018", "en")
    leg, final = drawn["leg.score.example"], drawn["final.example"]
    assert isinstance(leg, Sums) and sum(leg.rows[0]) == 9
    assert isinstance(final, Sums) and final.rows == ((-1, -1, 8, 5), (8, -1, -1, 5, 3))


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "pt"])
def test_every_drawing_is_sound(language: str, tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    for edition in ("2014", "2018", str(house)):
        made = drawings(rulebook(edition, language))
        assert {"ex.carry", "ex.stack", "ex.start_roll", "final.example"} <= made.keys()
        for drawing in made.values():
            assert ElementTree.fromstring(drawing).get("aria-label")


def test_a_picture_that_a_person_has_edited_stays(tmp_path: Path) -> None:
    """It is drawn anew only while it is as it was drawn; and the text is not written without it."""
    target, options = tmp_path / "rules.md", ["write", "--edition", "2014", "--lang", "fr", "--output"]
    target.write_text("old")
    picture = tmp_path / "rules.ex.carry.svg"
    picture.write_text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    kept = picture.read_bytes()
    done = CliRunner().invoke(cli, [*options, str(target)])
    assert done.exit_code != 0 and "was not written by this program" in str(done.exception)
    assert picture.read_bytes() == kept and target.read_text() == "old" and len(list(tmp_path.iterdir())) == 2
    picture.unlink()
    assert [CliRunner().invoke(cli, [*options, str(target)]).exit_code for _ in range(2)] == [0, 0]


def test_files_beside_a_text_and_none_without(tmp_path: Path) -> None:
    target = tmp_path / "rules.md"
    options = ["write", "--edition", "2014", "--lang", "fr"]
    assert CliRunner().invoke(cli, [*options, "--output", str(target)]).exit_code == 0
    text = target.read_text("utf-8")
    beside = {p.name for p in tmp_path.iterdir()} - {"rules.md"}
    assert beside and all(f"](<{name}>)" in text for name in beside)
    assert "svg" not in CliRunner().invoke(cli, options).output


@pytest.mark.parametrize(("edition", "language"), [("2014", "it"), ("2018", "es")])
def test_a_word_document_says_the_same(edition: str, language: str, tmp_path: Path) -> None:
    """Every sentence stands in it, its parts are sound, the bytes are always the same, and it is read back."""
    target, again = tmp_path / "rules.docx", tmp_path / "again.docx"
    for path in (target, again):
        options = ["--edition", edition, "--lang", language, "--format", "docx", "--output", str(path)]
        assert CliRunner().invoke(cli, ["write", *options]).exit_code == 0
    assert target.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(target) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            ElementTree.fromstring(archive.read(name))
    document = open_document(target)
    lines = "\n".join(line.text for line in document.lines)
    book = rulebook(edition, language)
    assert all(s.text in lines for s in book.sentences)
    verdicts = review(read_document(document, language=language, edition=edition)).clauses
    assert not [c for c, v in verdicts.items() if v.status == "contradicts"]


def test_a_word_document_needs_a_file() -> None:
    result = CliRunner().invoke(cli, ["write", "--edition", "2014", "--lang", "en", "--format", "docx"])
    assert result.exit_code == 2 and "--output" in result.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ex.carry: {moves: [1, 3]}", "neither a start nor a move"),
        ("ex.carry: {camels: 0, spaces: 1}", "is no column"),
        ("ex.carry: numbers", "is no drawing"),
        ("ex.carri: amounts", "ex.carri"),
        ("ex.carry: {flies: 1}", "flies"),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_pictures(parse_yaml(Source("book.yaml", text)))
    assert message in caught.value.render()
