"""The protocol: what an editor asks, answered from texts and the specification; checks run beside the conversation."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from camelrules import __version__
from camelrules.compare.review_file import with_waiver
from camelrules.compare.waivers import beside
from camelrules.desk.games import question_of
from camelrules.desk.texts import Shown, read_data
from camelrules.door.diagnostics import Diagnostic, RulesError
from camelrules.door.reading import is_file, read_source
from camelrules.lsp import texts
from camelrules.lsp.game import game_page
from camelrules.lsp.kinds import kind_of
from camelrules.lsp.names import Name, completions, meant
from camelrules.lsp.protocol import Protocol
from camelrules.lsp.specification import forget, mistakes

T = TypeVar("T")
# Typing goes on for so long after a key before anything is checked.
PAUSE = 0.35
# A game that takes longer than this is announced.
PATIENCE = 1.5
GAME = "camelrules.game"
SOURCE = "camelrules"
_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
# Codes of the reader for a file that is no rulebook: nothing to complain of in somebody's notes.
_NO_RULEBOOK = ("no-rules", "no-language", "empty", "language", "format")


@dataclass(frozen=True, slots=True)
class Checked:
    """A text as it was at a version, and its findings where they stand."""

    version: int
    shown: Shown
    found: list[texts.Located]


class Server(LanguageServer):
    """The language server with what it knows of each open file."""

    def __init__(self) -> None:
        super().__init__(SOURCE, __version__, protocol_cls=Protocol)
        self.checked: dict[str, Checked] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}
        # One check at a time: they share what was read of the specification.
        self.hand = ThreadPoolExecutor(1, "check")
        self.folder = tempfile.TemporaryDirectory(prefix="camelrules-games-")

    def document(self, uri: str) -> TextDocument:
        # What is not open is not read: it would be, past every limit, whatever it is.
        found = self.workspace.text_documents.get(uri)
        return found if found is not None else TextDocument(uri, "")

    async def beside_the_loop(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.hand, work)

    def soon(self, uri: str, pause: float = PAUSE) -> None:
        """Checks a file once nobody has typed for a moment."""
        if (old := self.waiting.get(uri)) is not None:
            old.cancel()
        task = asyncio.get_running_loop().create_task(self._check(uri, pause))
        task.add_done_callback(_tell)
        self.waiting[uri] = task

    async def up_to_date(self, uri: str) -> Checked | None:
        """What is known of a text as it is now; a check that is under way is waited for."""
        while (task := self.waiting.get(uri)) is not None and not task.done():
            await asyncio.wait([task])
        return self.checked.get(uri)

    async def _check(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = self.document(uri)
        version, words = document.version or 0, document.source
        check = self._yaml if _is_yaml(document) else self._text
        diagnostics = await self.beside_the_loop(lambda: check(uri, version, words))
        if (self.document(uri).version or 0) == version:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def _yaml(self, uri: str, version: int, words: str) -> list[types.Diagnostic]:
        found = mistakes(_path(uri), as_text(words))
        return [self._mistake(uri, d) for d in found]

    def _mistake(self, uri: str, mistake: Diagnostic) -> types.Diagnostic:
        span = mistake.span
        at = (
            texts.Place(0, 0, 0, 1)
            if span is None
            else texts.Place(span.line - 1, span.column - 1, span.line - 1, span.column - 1 + span.width)
        )
        told = f"{mistake.message}\n{mistake.help}" if mistake.help else mistake.message
        severity = types.DiagnosticSeverity.Error
        return types.Diagnostic(self.range(uri, at), told, severity, mistake.code, source=SOURCE)

    def _text(self, uri: str, version: int, words: str) -> list[types.Diagnostic]:
        self.checked.pop(uri, None)
        try:
            shown = read_data(as_text(words).encode(), str(_path(uri)))
        except RulesError as error:
            first = error.diagnostics[0]
            hint = first.code in _NO_RULEBOOK
            severity = types.DiagnosticSeverity.Hint if hint else types.DiagnosticSeverity.Warning
            return [types.Diagnostic(_START, first.message, severity, first.code, source=SOURCE)]
        checked = Checked(version, shown, texts.placed(shown))
        self.checked[uri] = checked
        return [self._finding(uri, item) for item in checked.found]

    def _finding(self, uri: str, item: texts.Located) -> types.Diagnostic:
        first, *others = item.places
        message = texts.message(item.finding)
        return types.Diagnostic(
            self.range(uri, first),
            message,
            _SEVERITY[item.finding.severity],
            item.finding.code,
            source=SOURCE,
            related_information=[
                types.DiagnosticRelatedInformation(types.Location(uri, self.range(uri, p)), "the same finding")
                for p in others
            ],
            data=item.key,
        )

    def range(self, uri: str, at: texts.Place) -> types.Range:
        """A place in the units that the client counts in."""
        ours = types.Range(types.Position(at.line, at.column), types.Position(at.end_line, at.end_column))
        return self.workspace.position_codec.range_to_client_units(self.document(uri).lines, ours)

    def position(self, uri: str, at: types.Position) -> types.Position:
        """A position of the client in characters."""
        found = self.workspace.position_codec.position_from_client_units(self.document(uri).lines, at)
        return types.Position(found.line, found.character)


def _tell(task: asyncio.Task[None]) -> None:
    """A fault of ours in a check is told when it happens; the server goes on."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("internal error: %s", type(error).__name__, exc_info=error)


def as_text(words: str) -> str:
    """Half of a pair of surrogates is no letter, and cannot be written anywhere."""
    return words.encode("utf-8", "replace").decode()


_log = logging.getLogger("pygls.camelrules")
_START = types.Range(types.Position(0, 0), types.Position(0, 0))


def _path(uri: str) -> Path:
    return Path(uris.to_fs_path(uri) or uri)


def _is_yaml(document: TextDocument) -> bool:
    return document.language_id == "yaml" or document.path.endswith((".yaml", ".yml"))


def make_server() -> Server:
    """A server with everything that it answers."""
    server = Server()
    _files(server)
    _texts(server)
    _yaml(server)
    return server


def _files(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        ls.soon(params.text_document.uri, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        ls.soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        """A file of the specification, or of waivers, changes what there is to say of others."""
        if _path(params.text_document.uri).suffix in (".yaml", ".yml"):
            await ls.beside_the_loop(forget)
            for uri in list(ls.workspace.text_documents):
                ls.soon(uri, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if (task := ls.waiting.pop(uri, None)) is not None:
            task.cancel()
        ls.checked.pop(uri, None)
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _texts(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        uri, at = params.text_document.uri, ls.position(params.text_document.uri, params.position)
        document = ls.document(uri)
        if _is_yaml(document):
            return await ls.beside_the_loop(lambda: _name_hover(ls, document, at))
        checked = await ls.up_to_date(uri)
        if checked is None:
            return None
        found = await ls.beside_the_loop(lambda: texts.hover(checked.shown, at.line, at.character))
        here = [
            texts.finding_hover(i.finding)
            for i in checked.found
            for p in i.places
            if p.line == at.line and p.column <= at.character <= p.end_column and p.end_column
        ]
        if found is None and not here:
            return None
        told = "\n\n---\n\n".join([*dict.fromkeys(here), *([found[1]] if found else [])])
        return types.Hover(_markdown(told), ls.range(uri, found[0]) if found else None)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        checked = await ls.up_to_date(uri)
        if checked is None or _is_yaml(ls.document(uri)):
            return []
        first, last = params.range.start.line, params.range.end.line
        meant_ = [i for i in checked.found if any(p.touches(first, last) for p in i.places)]
        return await ls.beside_the_loop(lambda: [a for item in meant_ for a in _actions(ls, uri, checked, item)])

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        checked = await ls.up_to_date(uri)
        made = []
        for item in checked.found if checked else ():
            if question_of(item.finding) is not None:
                title = f"{item.finding.severity} {item.finding.clause}: show the game"
                command = types.Command(title, GAME, arguments=[uri, item.key])
                made.append(types.CodeLens(ls.range(uri, item.places[0]), command))
        return made

    @server.command(GAME)
    async def game(ls: Server, uri: str, key: str) -> dict[str, Any]:
        """Opens the game of a finding, and says where it is."""
        checked = await ls.up_to_date(uri)
        item = next((i for i in checked.found if i.key == key), None) if checked else None
        if item is None:
            return _said(ls, "The text has changed, and this finding is gone.")
        search = asyncio.create_task(asyncio.to_thread(game_page, item.finding))
        done, _ = await asyncio.wait([search], timeout=PATIENCE)
        if not done:
            _said(ls, f"Searching a game for {item.finding.clause} …")
        page = await search
        if page is None:
            return _said(ls, f"No game was found in which {item.finding.clause} matters, which proves nothing.")
        path = Path(ls.folder.name) / f"{key}.html"
        path.write_text(page, "utf-8")
        window = ls.client_capabilities.window
        if window and window.show_document and window.show_document.support:
            await ls.window_show_document_async(types.ShowDocumentParams(path.as_uri(), external=True))
        else:
            _said(ls, f"The game is in {path}")
        return {"file": str(path)}


def _said(ls: Server, message: str) -> dict[str, Any]:
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
    return {"message": message}


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def _actions(ls: Server, uri: str, checked: Checked, item: texts.Located) -> list[types.CodeAction]:
    """Write the suggestion; waive the finding, with the reason to be given in the file of waivers."""
    diagnostic = ls._finding(uri, item)
    made = []
    if (found := texts.replacement(checked.shown, item.finding)) is not None:
        place, words = found
        edit = types.TextEdit(ls.range(uri, place), words)
        text = types.OptionalVersionedTextDocumentIdentifier(uri, checked.version)
        change = types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(text, [edit])])
        made.append(types.CodeAction(f"Write: {words}", types.CodeActionKind.QuickFix, [diagnostic], True, edit=change))
    if (edit_ := _waive(ls, uri, checked, item)) is not None:
        title = f"Waive {item.finding.code} {item.finding.clause}".rstrip()
        made.append(types.CodeAction(title, types.CodeActionKind.QuickFix, [diagnostic], edit=edit_))
    return made


def _waive(ls: Server, uri: str, checked: Checked, item: texts.Located) -> types.WorkspaceEdit | None:
    """The file of waivers with one more, as the editor holds it or as it is saved; an odd one is left alone."""
    path = beside(str(_path(uri)))
    target = path.as_uri()
    fresh = not is_file(path)
    try:
        held = ls.workspace.text_documents.get(target)
        old = held.source if held else None if fresh else read_source(path).text
        new = with_waiver(old, checked.shown.review, item.finding, "")
    except RulesError:
        return None
    lines = (old or "").count("\n") + 1
    whole = types.TextEdit(types.Range(types.Position(0, 0), types.Position(lines, 0)), new)
    version = held.version if held else None
    change = types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(target, version), [whole])
    create = types.CreateFile(target, options=types.CreateFileOptions(overwrite=False, ignore_if_exists=True))
    return types.WorkspaceEdit(document_changes=[create, change] if fresh else [change])


def _yaml(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
        uri, at = params.text_document.uri, ls.position(params.text_document.uri, params.position)
        document = ls.document(uri)
        if not _is_yaml(document):
            return []
        found = await ls.beside_the_loop(lambda: _meant(document, at))
        return [_location(name) for name in found[1]] if found else []

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["."]))
    async def completion(ls: Server, params: types.CompletionParams) -> types.CompletionList:
        uri, at = params.text_document.uri, ls.position(params.text_document.uri, params.position)
        document = ls.document(uri)
        if not _is_yaml(document):
            return types.CompletionList(False, [])
        line, kind = _line(document, at.line), kind_of(_path(uri), document.source)
        start, found = await ls.beside_the_loop(lambda: completions(line, at.character, kind))
        typed = ls.range(uri, texts.Place(at.line, start, at.line, at.character))
        items = [
            types.CompletionItem(
                n.name,
                detail=n.kind,
                documentation=n.about or None,
                kind=types.CompletionItemKind.Reference,
                sort_text=f"{order:05}",
                filter_text=n.name,
                text_edit=types.TextEdit(typed, n.name),
            )
            for order, n in enumerate(found)
        ]
        return types.CompletionList(False, items)


def _line(document: TextDocument, number: int) -> str:
    return document.lines[number].rstrip("\r\n") if number < len(document.lines) else ""


def _meant(document: TextDocument, at: types.Position) -> tuple[tuple[int, int], tuple[Name, ...]] | None:
    kind = kind_of(Path(document.path), document.source)
    return meant(_line(document, at.line), at.character, kind)


def _name_hover(ls: Server, document: TextDocument, at: types.Position) -> types.Hover | None:
    found = _meant(document, at)
    if found is None:
        return None
    (start, end), named = found
    told = [f"**{n.name}** ({n.kind}) {n.about}\n\n{n.path.parent.name}/{n.path.name}:{n.span.line}" for n in named]
    place = ls.range(document.uri, texts.Place(at.line, start, at.line, end))
    return types.Hover(_markdown("\n\n---\n\n".join(told)), place)


def _location(name: Name) -> types.Location:
    start = types.Position(name.span.line - 1, name.span.column - 1)
    end = types.Position(name.span.line - 1, name.span.column - 1 + name.span.width)
    return types.Location(name.path.resolve().as_uri(), types.Range(start, end))
