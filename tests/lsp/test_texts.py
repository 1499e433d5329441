"""A rulebook's text in an editor, over the protocol: one session for each thing that a user does."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from camelrules.compare.findings import findings
from camelrules.compare.texts import read_file
from camelrules.compare.waivers import apply_waivers

from .client import Editor, in_editor

SETUP = "\n".join((Path(__file__).parent.parent / "texts" / "en-2018.txt").read_text("utf-8").splitlines()[:60]) + "\n"
# Before the place, a sign that is two units of UTF-16 and one character.
RIGHT, WRONG = "Every player starts with **3 Egyptian pounds**.", "Every player starts with **5 Egyptian pounds**."
TEXT = SETUP.replace(RIGHT, f"The 🐪 waits. {WRONG}")


def money(found: list[types.Diagnostic]) -> list[types.Diagnostic]:
    return [d for d in found if "starting money" in d.message]


def test_diagnostics_follow_what_is_typed(tmp_path: Path) -> None:
    """The file on disk is another one: what counts is what the editor holds."""
    path = tmp_path / "mine.txt"
    path.write_text("Nothing of this is read.\n", "utf-8")

    async def session(editor: Editor) -> None:
        uri = editor.open(path, TEXT)
        (wrong,) = money(await editor.diagnostics(uri))
        assert (
            wrong.severity == types.DiagnosticSeverity.Error and wrong.code == "CR101" and wrong.source == "camelrules"
        )
        assert editor.marked(uri, wrong.range) == "player starts with **5 Egyptian pounds"
        for letter in ("4", "3"):
            editor.type(uri, f"{int(letter) + 1} Egyptian", f"{letter} Egyptian")
        assert not money(await editor.diagnostics(uri))
        editor.type(uri, "3 Egyptian", "7 Egyptian")
        assert "`7`" in money(await editor.diagnostics(uri))[0].message
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        notes = editor.open(tmp_path / "notes.txt", "Milk, bread, a call to the printer about the paper.\n")
        (hint,) = await editor.diagnostics(notes)
        assert hint.severity == types.DiagnosticSeverity.Hint
        assert not editor.published[uri].diagnostics

    in_editor(session)


def test_hover_suggestion_waiver_and_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(TEXT, "utf-8")

    async def session(editor: Editor) -> None:
        uri = editor.open(path, TEXT)
        text = types.TextDocumentIdentifier(uri)
        (wrong,) = money(await editor.diagnostics(uri))

        told = await editor.client.text_document_hover_async(
            types.HoverParams(text, editor.at(uri, "Egyptian pounds**"))
        )
        assert told is not None and isinstance(told.contents, types.MarkupContent) and told.range is not None
        words = told.contents.value
        assert "setup.money.start" in words and "the text (contradicts): 5" in words and "edition 2018: 3" in words
        assert "es-2018" in words and "Suggestion: " in words
        board = await editor.client.text_document_hover_async(
            types.HoverParams(text, editor.at(uri, "starting player marker**."))
        )
        assert board is not None and "setup.start_player" in board.contents.value  # type: ignore[union-attr]

        context = types.CodeActionContext([wrong])
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(text, wrong.range, context)
        )
        assert actions is not None
        write = next(a for a in actions if isinstance(a, types.CodeAction) and a.title.startswith("Write: "))
        assert write.edit is not None and write.edit.document_changes is not None
        (change,) = write.edit.document_changes
        assert isinstance(change, types.TextDocumentEdit) and change.text_document.version == 1
        (edit,) = change.edits
        assert isinstance(edit, types.TextEdit) and "3" in edit.new_text
        assert editor.marked(uri, edit.range) == WRONG

        waive = next(a for a in actions if isinstance(a, types.CodeAction) and "setup.money.start" in a.title)
        assert waive.edit is not None and waive.edit.document_changes is not None
        create, add = waive.edit.document_changes
        assert isinstance(create, types.CreateFile) and create.uri == f"{uri}.camelrules.yaml"
        assert isinstance(add, types.TextDocumentEdit) and isinstance(add.edits[0], types.TextEdit)
        waiver = add.edits[0].new_text
        other = editor.open(Path(f"{path}.camelrules.yaml"), waiver, "yaml")
        (missing,) = await editor.diagnostics(other)
        assert "gives no reason" in missing.message
        editor.type(other, "reason: ''", "reason: a house rule")
        assert not await editor.diagnostics(other)
        Path(f"{path}.camelrules.yaml").write_text(editor.words[other][1], "utf-8")
        read = read_file(str(path))
        assert "setup.money.start" not in {f.clause for f in apply_waivers(findings(read), read)}
        Path(f"{path}.camelrules.yaml").unlink()

        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(text))
        assert lenses is not None
        lens = next(i for i in lenses if i.command and "setup.money.start" in i.command.title)
        assert lens.command is not None and lens.range.start.line == wrong.range.start.line
        command = types.ExecuteCommandParams(lens.command.command, arguments=lens.command.arguments)
        await editor.client.workspace_execute_command_async(command)
        (shown,) = editor.shown
        page = Path(shown.uri.removeprefix("file://")).read_text("utf-8")
        assert shown.external and "p1 has 3 pounds by edition 2018 and 5 pounds by the text" in page and "<svg" in page

    in_editor(session)
