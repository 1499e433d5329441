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
    lines = [ln for ln in text.splitlines()[1:] if not ln.startswith("Nobody falls")]  # below 0 pounds
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
    assert "La segunda carta acertada da 6 libras." in written(path, "es")
    assert "se ganan 2 libras" in written(path, "es") and "se gana 1 libra" in written("2018", "es")


def test_a_list_of_one_counts_as_its_number(tmp_path: Path) -> None:
    path = house(tmp_path, "finish.payouts: [10, 1], tickets.order: [1], pyramid.tickets: 1")
    assert "The second correct card earns 1 pound." in written(path)
    assert "the value printed on it: 1 pound." in written(path)
    assert "La deuxième bonne carte rapporte 1 livre." in written(path, "fr")
    assert "Pose 1 billet Pyramide à sa place" in written(path, "fr")
    assert "Lege 1 Pyramidenplättchen auf seinen Bereich" in written(path, "de")
    assert "1 in each." in written(path) and "1 par pile." in written(path, "fr")


def test_examples_use_no_more_than_there_is(tmp_path: Path) -> None:
    """A stack of one ticket gives one ticket, and two camels have two dice."""
    path = house(tmp_path, "tickets.order: [6]")
    assert "6 + 1 − 1 + 1 + 1 = 8 pounds" in written(path)
    two = tmp_path / "two.yaml"
    two.write_text(
        'edition: two\nextends: "2018"\nreplaces:\n  sorts: {racing: [green, yellow]}\n  facts:\n'
        "    example.carry: [[green, 3, yellow]]\n    example.stack: [[green, 2, yellow, white]]\n",
        encoding="utf-8",
    )
    assert "the start roll is 1 and 3, so 1 camel starts on space 1 and 1 camel starts on space 3" in written(two)


def test_a_wrong_card_may_earn_something(tmp_path: Path) -> None:
    path = house(tmp_path, "finish.wrong: 2")
    assert "Each wrong card earns its owner 2 pounds." in written(path)
    assert "Jede falsche Karte bringt ihrem Besitzer 2 Pfund." in written(path, "de")
    assert "Each wrong card costs its owner 1 pound." in written("2018")


def test_with_several_grey_dice_each_is_one_of_them() -> None:
    two = HOUSE / "two-grey-dice.yaml"
    assert "Roll a grey die and place" in written(two) and "Put the grey dice into" in written(two)
    assert "Roll the grey die and place" in written("2018")
    assert "Die Seiten jedes grauen Würfels" in written(two, "de") and "Wirf einen grauen Würfel" in written(two, "de")
    assert "Le facce di ogni dado grigio" in written(two, "it") and "Le facce del dado grigio" in written("2018", "it")


def test_an_example_holds_in_every_edition(tmp_path: Path) -> None:
    """Where a tile may lie on space 1, no example says that it may not."""
    text = written(house(tmp_path, "tile.first_space: 1, tile.gap: 0"))
    assert "except space 1" not in text and "that meets these conditions" in text


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
