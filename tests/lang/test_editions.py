"""Editions: what adds, replaces and removes do, and that nothing is merged by accident."""

from __future__ import annotations

import pytest
from small import BASE, fails, game, raw

from camelrules.lang.editions import SECTIONS
from camelrules.lang.library import load
from camelrules.lang.tree import Fields, plain

HEAD = "edition: mine\nextends: base\n"
PARENT = "edition: parent\nextends: base\n"


def definition(section: str, name: str, text: str) -> object:
    """A definition as plain data once the edition is resolved."""
    return plain(raw(HEAD + text).sections[section][name].node)


def test_untouched() -> None:
    """An edition that changes nothing is its parent under another name."""
    parent, mine = raw(BASE.read_text()), raw(HEAD)
    for section in SECTIONS:
        assert {n: plain(e.node) for n, e in parent.sections[section].items()} == {
            n: plain(e.node) for n, e in mine.sections[section].items()
        }
    assert mine.lineage == ("base", "mine")


@pytest.mark.parametrize(
    ("section", "name", "written", "key", "value"),
    [
        ("sorts", "racing", "[red, green]", "members", ["red", "green"]),
        ("parameters", "track.spaces", "20", "is", 20),
        ("parameters", "payouts", "[7, 4, 2]", "is", [7, 4, 2]),
        ("rulings", "floor", "always", "is", "always"),
    ],
)
def test_shorthand(section: str, name: str, written: str, key: str, value: object) -> None:
    """A bare value replaces the value alone: type, clause and sentence stay."""
    before = plain(raw(BASE.read_text()).sections[section][name].node)
    after = definition(section, name, f"replaces: {{{section}: {{{name}: {written}}}}}")
    assert isinstance(after, dict) and after[key] == value
    if isinstance(before, dict):
        assert {k: v for k, v in after.items() if k != key} == {k: v for k, v in before.items() if k != key}


def test_shorthand_turns_a_range_into_members() -> None:
    """A sort has one kind; the old one goes."""
    assert definition("sorts", "space", "replaces: {sorts: {space: [start, middle]}}") == {
        "members": ["start", "middle"]
    }


def test_whole_definitions_are_replaced_whole() -> None:
    """No deep merge: what the new definition does not say is gone."""
    text = "replaces: {parameters: {track.spaces: {type: 4.., is: 20}}}"
    assert definition("parameters", "track.spaces", text) == {"type": "4..", "is": 20}
    assert fails(HEAD + "replaces: {parameters: {track.spaces: {is: 20}}}") == ["missing-key"]
    assert fails(HEAD + "replaces: {functions: {finished: {is: 'true'}}}") == ["missing-key"]


def test_order_of_changes() -> None:
    """Removes, then replaces, then adds: a definition can move from one section to another."""
    text = HEAD + "adds: {facts: {lucky: {type: int, is: 7}}}\nremoves: {parameters: [lucky]}\n"
    made = raw(text)
    assert "lucky" not in made.sections["parameters"] and "lucky" in made.sections["facts"]


def test_exceptions_and_guards_one_by_one() -> None:
    """Inner rules are added, replaced and removed by name; their order and the others stay."""
    added = game(HEAD + "adds: {exceptions: {mover: {first: {when: 'at[c] == 1', then: c}}}}").decisions["mover"]
    assert [r.name for r in added.rules] == ["default", "coloured", "first"]
    replaced = game(HEAD + "replaces: {exceptions: {mover: {coloured: {when: 'false', then: c}}}}").decisions["mover"]
    assert [(r.name, str(r.then.type)) for r in replaced.rules] == [("default", "racing"), ("coloured", "racing")]
    removed = game(HEAD + "removes: {exceptions: {mover: [coloured]}}").decisions["mover"]
    assert [r.name for r in removed.rules] == ["default"]
    guards = game(HEAD + "adds: {guards: {bet: {early: 'turn == turn'}}}\nremoves: {guards: {bet: [rich]}}").actions[
        "bet"
    ]
    assert [g.name for g in guards.guards] == ["early"]


def test_origin_and_place_of_each_definition() -> None:
    """Every definition says which edition wrote it, and where."""
    made = game(HEAD + "replaces: {functions: {finished: {type: bool, is: 'true'}}}")
    assert made.functions["finished"].note.origin == "mine"
    assert made.functions["finished"].note.span.source.name == "made.yaml"
    assert made.functions["pays"].note.origin == "base"


def test_editions_of_editions() -> None:
    """Each generation changes what the one before has left."""
    others = {"parent": PARENT + "replaces: {parameters: {track.spaces: 20, payouts: [7]}}\nremoves: {actions: [bet]}"}
    made = game("edition: mine\nextends: parent\nreplaces: {parameters: {track.spaces: 24}}", **others)
    assert (made.parameters["track.spaces"].value, made.parameters["payouts"].value) == (24, ((7,),))
    assert made.lineage == ("base", "parent", "mine") and made.actions == {}


def test_a_parent_is_not_changed_by_its_child() -> None:
    """Resolving one edition leaves another that extends the same parent alone."""
    raw(HEAD + "replaces: {parameters: {track.spaces: 20}}\nremoves: {exceptions: {mover: [coloured]}}")
    other = game(HEAD)
    assert other.parameters["track.spaces"].value == 16
    assert len(other.decisions["mover"].rules) == 2


def test_what_a_parent_no_longer_needs_is_not_blamed_on_the_child() -> None:
    """Only an edition's own definitions must be used."""
    pays = "{given: {k: int}, type: int, is: 'if floor == never and lucky == gold then k else 0'}"
    assert fails(HEAD + f"replaces: {{functions: {{pays: {pays}}}}}") == []
    assert fails(HEAD + "adds: {parameters: {goal: {type: int, is: 3}}}") == ["unused"]


def test_two_files_of_one_name_are_no_cycle() -> None:
    """A house edition may keep the name of the one that it extends."""
    made = game("edition: parent\nextends: parent\nreplaces: {parameters: {track.spaces: 24}}", parent=PARENT)
    assert made.parameters["track.spaces"].value == 24


def test_the_printed_editions_differ_as_printed() -> None:
    """Colours, crazy camels, tickets and players, from the boxes."""
    first, second = load("2014"), load("2018")
    assert set(first.sorts["racing"].members) == {"blue", "green", "orange", "white", "yellow"}
    assert set(second.sorts["racing"].members) == {"blue", "green", "purple", "red", "yellow"}
    assert first.sorts["crazy"].members == () and set(second.sorts["crazy"].members) == {"black", "white"}
    assert first.parameters["tickets.order"].value == ((2,), (3,), (5,))
    assert second.parameters["tickets.order"].value == ((2,), (2,), (3,), (5,))
    assert first.parameters["players.min"].value == 2 and second.parameters["players.min"].value == 3
    assert "enter_partnership" in second.actions and "enter_partnership" not in first.actions
    assert len(first.parameters["box.money"].value) == 4 and len(second.parameters["box.money"].value) == 2  # type: ignore[arg-type]


def test_every_definition_can_be_shown_with_its_place() -> None:
    """Places come from the file that wrote the definition, never from nowhere."""
    made = raw('edition: mine\nextends: "2018"')
    for table in made.sections.values():
        for name, entry in table.items():
            assert entry.key.span.source.line(entry.key.span.line).strip().strip('"').startswith(name)
            assert isinstance(entry.node, Fields) or entry.node.span.line > 0
