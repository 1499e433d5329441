"""House editions: what is written leaves out what they do not have, and its examples follow their rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.compare.findings import findings
from camelrules.compare.verdicts import review
from camelrules.lang.binding import bindings
from camelrules.read.reader import read_text
from camelrules.write import rulebook
from camelrules.write.printing import markdown

HOUSE = Path(__file__).resolve().parents[1] / "editions" / "house"
LANGUAGES = ("de", "en", "es", "fr", "it", "pt")
# What the reader does not hear in a text of ours, by edition and language: known gaps.
DEAF = {("no-tiles", lang): {"part.action"} for lang in LANGUAGES}


def written(edition: str | Path, language: str = "en") -> str:
    return markdown(rulebook(str(edition), language))


def house(folder: Path, parameters: str) -> Path:
    path = folder / "house.yaml"
    path.write_text(f'edition: house\nextends: "2018"\nreplaces:\n  parameters: {{{parameters}}}\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("no-tiles", ("tile", "5 kinds")),
        ("no-partnerships", ("partner",)),
        ("no-crazy-camels", ("crazy", "grey", " 0 ")),
        ("no-grey-die", ("grey", "the white camel", " 0 ")),
    ],
)
def test_what_an_edition_lacks_is_not_written(name: str, gone: tuple[str, ...]) -> None:
    text = written(HOUSE / f"{name}.yaml")
    # Nobody falls below 0 pounds, and what nobody uses goes back, whatever there is.
    lines = [ln for ln in text.splitlines()[1:] if not ln.startswith(("Nobody falls", "Put the finish cards and"))]
    assert not [ln for ln in lines for word in gone if word in ln]


def test_actions_are_numbered_in_their_order() -> None:
    headings = [ln for ln in written(HOUSE / "no-tiles.yaml").splitlines() if ln.startswith("### Action")]
    assert [h.split(":")[0] for h in headings] == ["### Action 1", "### Action 2", "### Action 3"]


def test_examples_follow_the_rules_of_the_edition(tmp_path: Path) -> None:
    rules = "finish.payouts: [10, 6], finish.wrong: -2, finish.rest: 3, tickets.order: [2, 4, 7], tickets.other: -2"
    text = written(house(tmp_path, f"{rules}, pyramid.reward: 0, track.spaces: 20, crazy.start: [20, 19, 18]"))
    assert "7 + 2 + 1 − 2 = 8 pounds" in text
    assert "earn −2, −2, 10 and 6 pounds" in text and "earn 10, −2, −2, 6 and 3 pounds" in text
    assert "a 2 puts one on space 19 and a 1 puts one on space 20" in text
    six = written(HOUSE / "six-camels.yaml")
    assert "the start roll is 1, 1, 1, 1, 3 and 3, so 4 camels" in six


def test_one_of_something_is_singular(tmp_path: Path) -> None:
    path = house(tmp_path, "finish.payouts: [10, 6], tickets.order: [8], tickets.second: 2, leg.dice: 6")
    assert "The second correct card earns 6 pounds." in written(path)
    assert "have the value 8." in written(path)
    assert "La deuxième bonne carte rapporte 6 livres." in written(path, "fr")
    assert "La carta acertada segunda da 6 libras." in written(path, "es")
    assert "se ganan 2 libras" in written(path, "es") and "se gana 1 libra" in written("2018", "es")


def test_nothing_is_said_of_an_empty_list(tmp_path: Path) -> None:
    path = house(tmp_path, "finish.payouts: [10]")
    assert "final.pay.second_third_fourth" not in bindings(str(path))
    assert "  " not in written(path)


def test_words_that_meet(tmp_path: Path) -> None:
    """A pronoun after its verb is not contracted; figures are spoken as the words that they stand for."""
    assert "redresse-la et appuie" in written("2018", "fr")
    path = house(tmp_path, "leg.dice: 5")
    edition = path.read_text("utf-8") + "  sorts: {grey_die: [grey, dust, sand]}\n"
    path.write_text(edition, encoding="utf-8")
    assert "5 degli 8 dadi" in written(path, "it")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(p.stem for p in HOUSE.glob("*.yaml")))
def test_house_editions_are_read_back(name: str, language: str) -> None:
    edition = str(HOUSE / f"{name}.yaml")
    verdicts = review(read_text(written(edition, language), "text", language=language, edition=edition))
    loud = {f.clause for f in findings(verdicts) if f.severity != "note"}
    assert loud <= DEAF.get((name, language), set())
