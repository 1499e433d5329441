"""Where specification files are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.lang.library import Library, data_folder, load
from camelrules.lang.source import RulesError

OWN = "edition: {0}\nextends: {1}\nreplaces: {{parameters: {{money.start: {2}}}}}\n"


@pytest.fixture
def home(tmp_path: Path) -> Library:
    """A folder of a user's own, beside the specification that travels with the program."""
    (tmp_path / "mine.yaml").write_text(OWN.format("mine", '"2018"', 11))
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "other.yaml").write_text(OWN.format("other", "game", 12))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "child.yaml").write_text(OWN.format("child", "parent", 13))
    (tmp_path / "deep" / "parent.yaml").write_text(OWN.format("parent", "../mine.yaml", 14))
    return Library(data_folder("spec"), tmp_path)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("2014", 3),
        ("2018", 3),
        ("mine", 11),
        ("mine.yaml", 11),
        ("other", 12),
        ("editions/other.yaml", 12),
        ("deep/child.yaml", 13),
    ],
)
def test_names_and_paths(home: Library, name: str, start: int) -> None:
    """A name that is none of ours is looked for beside the user; what a file extends, beside that file."""
    assert home.load(name).parameters["money.start"].value == start


def test_absolute_paths(home: Library) -> None:
    """An edition may lie anywhere."""
    assert home.load(str(home.beside / "mine.yaml")).lineage == ("camel-up", "2018", "mine")
    assert home.load(str(home.beside / "deep" / "child.yaml")).lineage == (
        "camel-up",
        "2018",
        "mine",
        "parent",
        "child",
    )


@pytest.mark.parametrize("name", ["2018", "game", "tickets", "money"])
def test_our_names_mean_ours(home: Library, name: str) -> None:
    """Whatever lies in the folder where one works, or beside an edition: a file of one's own is named as a file."""
    for folder in (home.beside, home.beside / "editions"):
        (folder / f"{name}.yaml").write_text(OWN.format("house", '"2014"', 15))
    assert home.load("2018").parameters["money.start"].value == 3
    assert home.load("mine").parameters["money.start"].value == 11
    assert home.load(f"./{name}.yaml").parameters["money.start"].value == 15


def test_an_edition_named_as_the_one_it_extends(home: Library) -> None:
    """`2018.yaml` in a folder of one's own extends ours."""
    (home.beside / "2018.yaml").write_text(OWN.format("house", '"2018"', 16))
    assert home.load("./2018.yaml").parameters["money.start"].value == 16


@pytest.mark.parametrize("name", ["", ".", "..", "nothing", "board", "2018 ", "~", "\x00", "a" * 5000])
def test_no_such_edition(home: Library, name: str) -> None:
    """Whatever is no edition is refused by name, a part of the game too."""
    with pytest.raises(RulesError) as caught:
        home.load(name)
    assert len(caught.value.render()) < 1000


def test_editions_that_travel_with_the_program() -> None:
    """Both printed editions, and what they are for."""
    assert Library(data_folder("spec"), Path.cwd()).editions() == ["2014", "2018"]


def test_read_once() -> None:
    """An edition is parsed and checked once in a process."""
    assert load("2018") is load("2018")
