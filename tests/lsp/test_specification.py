"""The YAML of the specification in an editor, over the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from camelrules.door.folders import data_folder
from camelrules.lsp.kinds import Kind, kind_of
from camelrules.lsp.names import completions, meant, names
from camelrules.lsp.specification import mistakes

from .client import Editor, in_editor

SPEC, VERIFY = data_folder("spec"), data_folder("verify")
TILES = SPEC / "game" / "tiles.yaml"

# A file, what is typed into it, what the message then says, and the words that it stands under.
SLIPS = [
    ("game/tiles.yaml", "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: botom", "botom", "botom"),
    ("editions/2018.yaml", "extends: game", "extends: gamy", "gamy", "gamy"),
    ("clauses.yaml", "value: box.boards", "value: box.bords", "box.bords", "box.bords"),
    ("patterns/tiles.yaml", "need: [merely_pass,", "need: [merely_pas,", "merely_pas", "merely_pas"),
    ("patterns/groups.yaml", "any-piece: [card,", "any-piece: [crad,", "crad", "crad"),
    ("languages/en.yaml", "  die: die, dice", "  dye: die, dice", "dye", "dye"),
    (
        "languages/en/phrases.yaml",
        "comp.board: The box holds {n board}.",
        "comp.bord: The box holds {n board}.",
        "comp.bord",
        "comp.bord",
    ),
    ("verify/tiles.yaml", "always: tile[1] == none", "always: tyle[1] == none", "tyle", "tyle"),
    ("rulebooks/en-2018.yaml", "comp.board: {status: agrees", "comp.board: {status: agree", "agree", "agree"),
]


def path_of(name: str) -> Path:
    return VERIFY / name.removeprefix("verify/") if name.startswith("verify/") else SPEC / name


@pytest.mark.parametrize(("name", "old", "new", "says", "under"), SLIPS, ids=[s[0] for s in SLIPS])
def test_a_slip_is_told_where_it_stands(name: str, old: str, new: str, says: str, under: str) -> None:
    """In what is typed and not saved; the file as it is has no mistake."""
    path = path_of(name)
    words = path.read_text("utf-8")
    if old not in words:
        pytest.fail(f"{name} has changed: plant another slip")
    assert mistakes(path, words) == []
    slipped = words.replace(old, new, 1)
    found = mistakes(path, slipped)
    assert found and says in found[0].message
    span = found[0].span
    assert span is not None and under in slipped.split("\n")[span.line - 1][span.column - 1 :][: len(under) + 2]
    assert path.read_text("utf-8") == words


def test_an_edition_of_ones_own_may_stand_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "desert.yaml"
    good = 'edition: desert\nextends: "2018"\nreplaces:\n  parameters:\n    track.spaces: 20\n'
    assert kind_of(path, good) is Kind.RULES and mistakes(path, good) == []
    (wrong,) = mistakes(path, good.replace("track.spaces", "track.spaced"))
    assert "track.spaced" in wrong.message and wrong.span is not None and wrong.span.line == 5


def test_every_name_knows_where_it_is_defined() -> None:
    known = names()
    for name, kind in (
        ("boo.end", "parameter"), ("cheer", "member"), ("place_tile", "action"), ("tile.boo.stack", "clause"),
        ("merely_pass", "concept"), ("any-piece", "group"), ("tiles.owned", "property"), ("CR101", "code"),
        ("place_tile.not_first", "guard"),
    ):  # fmt: skip
        found = [n for n in known[name] if n.kind == kind]
        # An edition that names the sides of a tile in its own way defines them again.
        assert len(found) == (2 if kind == "member" else 1)
        for one in found:
            line = one.path.read_text("utf-8").split("\n")[one.span.line - 1]
            assert line[one.span.column - 1 :].startswith(name.rsplit(".", 1)[-1] if kind == "guard" else name)


@pytest.mark.parametrize(
    ("line", "at", "kind", "name", "what"),
    [
        ("    clause: tile.payout", "payout", Kind.RULES, "tile.payout", "clause"),
        ("    value: tile.payout", "payout", Kind.CATALOGUE, "tile.payout", "parameter"),
        ("  tile.trigger/passing:", "trigger", Kind.PATTERNS, "tile.trigger/passing", "pattern"),
        ("  tile.trigger/of-my-own:", "trigger", Kind.PATTERNS, "tile.trigger", "clause"),
        ("    always: tile[1] == none", "tile", Kind.PROPERTIES, "tile", "variable"),
        ("    need: [not merely_pass]", "pass", Kind.PATTERNS, "merely_pass", "concept"),
    ],
)
def test_what_a_name_means_where_it_stands(line: str, at: str, kind: Kind, name: str, what: str) -> None:
    found = meant(line, line.index(at), kind)
    assert found is not None
    (start, end), named = found
    assert line[start:end] == name and named[0].kind == what


@pytest.mark.parametrize(
    ("line", "kind", "wanted", "unwanted"),
    [
        ("    clause: tile.boo", Kind.RULES, "tile.boo.stack", "boo.end"),
        ("    is: boo.", Kind.RULES, "boo.steps", "tiles.owned"),
        ("    need: [merely", Kind.PATTERNS, "merely_pass", "place_tile"),
        ("    assumes: [tiles.", Kind.PROPERTIES, "tiles.owned", "merely_pass"),
    ],
)
def test_what_could_be_typed_next(line: str, kind: Kind, wanted: str, unwanted: str) -> None:
    start, found = completions(line, len(line), kind)
    offered = [n.name for n in found]
    assert wanted in offered and unwanted not in offered and wanted.startswith(line[start:])


def test_in_an_editor() -> None:
    """A slip typed and taken back, a hover, a jump to a definition, and a name completed."""
    words = TILES.read_text("utf-8")

    async def session(editor: Editor) -> None:
        uri = editor.open(TILES, words, "yaml")
        text = types.TextDocumentIdentifier(uri)
        assert await editor.diagnostics(uri) == []
        editor.type(uri, "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: botom")
        (wrong,) = await editor.diagnostics(uri)
        assert "botom" in editor.marked(uri, wrong.range) and "bottom" in wrong.message
        editor.type(uri, "is: botom", "is: bottom")
        assert await editor.diagnostics(uri) == []

        place = editor.at(uri, "tile.boo.stack", 3)
        hover = await editor.client.text_document_hover_async(types.HoverParams(text, place))
        assert hover is not None and "(clause)" in hover.contents.value  # type: ignore[union-attr]
        there = await editor.client.text_document_definition_async(types.DefinitionParams(text, place))
        assert isinstance(there, list) and isinstance(there[0], types.Location)
        assert there[0].uri == (SPEC / "clauses.yaml").resolve().as_uri()
        lines = (SPEC / "clauses.yaml").read_text("utf-8").split("\n")
        assert lines[there[0].range.start.line].startswith("tile.boo.stack:")

        editor.type(uri, "[tile.boo.stack, tile.space_left]", "tile.boo.st")
        end = editor.at(uri, "tile.boo.st", len("tile.boo.st"))
        offered = await editor.client.text_document_completion_async(types.CompletionParams(text, end))
        assert isinstance(offered, types.CompletionList) and offered.items[0].label == "tile.boo.stack"
        edit = offered.items[0].text_edit
        assert isinstance(edit, types.TextEdit) and editor.marked(uri, edit.range) == "tile.boo.st"

    in_editor(session)
    assert TILES.read_text("utf-8") == words
