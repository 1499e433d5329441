"""`camelrules write`: formats, files and messages."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from camelrules.cli import cli
from camelrules.lang.binding import bindings
from camelrules.lang.library import data_folder
from camelrules.lang.source import RulesError
from camelrules.write import lacks, languages, phrasebook, rulebook
from camelrules.write.book import plan


def run(*args: str) -> str:
    result = CliRunner().invoke(cli, ["write", *args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_markdown_has_the_sections_in_order() -> None:
    text = run("--edition", "2018", "--lang", "en")
    headings = [line.lstrip("# ") for line in text.splitlines() if line.startswith("##")]
    assert headings[:5] == ["The aim of the game", "What is in the box", "The board", "Players", "Setting up"]
    assert headings[-1] == "Partnerships"
    assert "The crazy camels" not in run("--edition", "2014", "--lang", "en")


def test_json_has_every_clause_once() -> None:
    """After what the rulebook begins with, which tells some of them ahead."""
    data = json.loads(run("--edition", "2014", "--lang", "fr", "--format", "json"))
    clauses = [c for s in data["sentences"] for c in s["clause"]]
    ahead = [c for section in plan().sections for c in section.opening]
    assert clauses[: len(ahead)] == ahead
    assert sorted(clauses[len(ahead) :]) == sorted(bindings("2014"))


@pytest.mark.parametrize("language", languages())
def test_a_rulebook_begins_with_what_the_game_is_about(language: str, tmp_path: Path) -> None:
    """How many camels race, that one bets on them, and who wins: by the rules of the edition."""
    house = tmp_path / "house.yaml"
    house.write_text('edition: h\nextends: "2018"\nreplaces: {parameters: {win.by: least_money}}\n', encoding="utf-8")
    first, other = rulebook("2018", language).sections[0], rulebook(str(house), language).sections[0]
    assert first.name == "aim" and len(first.paragraphs) == 1
    race, win = first.paragraphs[0]
    assert race.text.startswith("5 ") and race.clauses == ("comp.racing_camels",)
    assert other.paragraphs[0][0] == race and other.paragraphs[0][1] != win


def test_html_is_escaped_and_marked() -> None:
    page = run("--edition", "2018", "--lang", "pt-BR", "--format", "html")
    assert '<html lang="pt">' in page
    assert '<span data-clause="track.spaces">' in page


def test_output_and_a_file_of_ones_own(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text('edition: h\ntitle: House <rules>\nextends: "2018"\nreplaces: {parameters: {track.spaces: 20}}\n')
    target = tmp_path / "out.html"
    run("--edition", str(house), "--lang", "es", "--style", "formal", "--format", "html", "--output", str(target))
    page = target.read_text(encoding="utf-8")
    assert "House &lt;rules&gt;" in page and "20 casillas" in page and "Ponga el tablero" in page


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--edition", "2018", "--lang", "xx"), "no phrases for the language `xx`"),
        (("--edition", "2081", "--lang", "en"), "there is no edition `2081`"),
    ],
)
def test_messages(args: tuple[str, ...], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        CliRunner().invoke(cli, ["write", *args], catch_exceptions=False)
    assert message in caught.value.render()


def test_what_a_language_lacks_to_be_written(tmp_path: Path) -> None:
    """The phrases of a language of one's own stand in the folder of its name beside it."""
    shipped = data_folder("spec") / "languages"
    (tmp_path / "it.yaml").write_text((shipped / "it.yaml").read_text("utf-8"), "utf-8")
    options = ["read", "--language-file", str(tmp_path / "it.yaml"), "--lacks"]
    alone = CliRunner().invoke(cli, options)
    assert alone.exit_code == 0 and "no phrases to write in" in alone.output
    (tmp_path / "it").mkdir()
    for file in (shipped / "it").glob("*.yaml"):
        text = "\n".join(
            line for line in file.read_text("utf-8").splitlines() if not line.startswith("  track.spaces:")
        )
        (tmp_path / "it" / file.name).write_text(text, "utf-8")
    result = CliRunner().invoke(cli, options)
    assert result.exit_code == 1
    assert "lacks 1 thing to be written" in result.output and "no phrase for `track.spaces`" in result.output
    # One who writes in another language sees what to say.
    assert "in English “The track is a loop of 16 numbered spaces.”" in result.output


def test_phrases_that_are_only_begun(tmp_path: Path) -> None:
    """An alternative without a sentence is one of the things that are lacking, not a mistake."""
    shipped = data_folder("spec") / "languages"
    (tmp_path / "it.yaml").write_text((shipped / "it.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "it").mkdir()
    begun = "language: it\nname: Italian\nlocale: it\nphrases:\n  tile.persist: {stays: La tessera resta.}\n"
    (tmp_path / "it" / "phrases.yaml").write_text(begun, "utf-8")
    result = CliRunner().invoke(cli, ["read", "--language-file", str(tmp_path / "it.yaml"), "--lacks"])
    assert result.exit_code == 1
    assert "no sentence for `removed` in the phrase of `tile.persist`" in result.output
    assert "no phrase for `track.spaces`" in result.output


def test_a_language_without_an_opening_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = replace(phrasebook("en"), openings={})
    ahead = rulebook("2018", "en").sections[0].paragraphs[0]
    assert [lack.message for lack in lacks(begun)] == [
        f"no opening for `{c}`, with which a rulebook begins; in English “{text}”"
        for c, text in zip(("comp.racing_camels", "win.most_money"), (s.text for s in ahead), strict=True)
    ]
    monkeypatch.setattr(sys.modules["camelrules.write.sentence"], "phrasebook", lambda code: begun)
    with pytest.raises(RulesError, match="English has no opening for `comp"):
        rulebook("2018", "en")
