"""An editor for tests: a real client that starts `camelrules lsp` and talks to it over its pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

# A busy machine is no failure.
PATIENCE = 120


class Editor:
    """The files that are open, and what the server said of them."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.shown: list[types.ShowDocumentParams] = []
        self.news = asyncio.Event()
        self.words: dict[str, tuple[int, str]] = {}

    def open(self, path: Path, words: str, language: str = "plaintext") -> str:
        uri = path.as_uri()
        self.words[uri] = (1, words)
        item = types.TextDocumentItem(uri, language, 1, words)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def type(self, uri: str, old: str, new: str) -> None:
        """Replaces one stretch, as typing does: by its place."""
        version, words = self.words[uri]
        assert words.count(old) == 1
        start, end = position(words, words.index(old)), position(words, words.index(old) + len(old))
        self.words[uri] = (version + 1, words.replace(old, new))
        change = types.TextDocumentContentChangePartial(types.Range(start, end), new)
        text = types.VersionedTextDocumentIdentifier(version + 1, uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(text, [change]))

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """What is said of the file as it is now."""

        async def current() -> list[types.Diagnostic]:
            while uri not in self.published or self.published[uri].version != self.words[uri][0]:
                self.news.clear()
                await self.news.wait()
            return list(self.published[uri].diagnostics)

        return await asyncio.wait_for(current(), PATIENCE)

    def at(self, uri: str, words: str, beyond: int = 0) -> types.Position:
        """The place where some words begin."""
        return position(self.words[uri][1], self.words[uri][1].index(words) + beyond)

    def marked(self, uri: str, where: types.Range) -> str:
        """The words of a range, counted as the protocol counts: in units of UTF-16."""
        lines = self.words[uri][1].splitlines(keepends=True)
        data = [line.encode("utf-16-le") for line in lines]
        if where.start.line == where.end.line:
            return data[where.start.line][2 * where.start.character : 2 * where.end.character].decode("utf-16-le")
        first, last = where.start.line, where.end.line
        parts = [
            data[first][2 * where.start.character :],
            *data[first + 1 : last],
            data[last][: 2 * where.end.character],
        ]
        return b"".join(parts).decode("utf-16-le")


def position(words: str, offset: int) -> types.Position:
    before = words[:offset].split("\n")
    return types.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


@asynccontextmanager
async def editor() -> AsyncIterator[Editor]:
    """A session with a server of its own, from its greeting to its end."""
    client = LanguageClient("test", "1")
    made = Editor(client)

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def said(params: types.PublishDiagnosticsParams) -> None:
        made.published[params.uri] = params
        made.news.set()

    @client.feature(types.WINDOW_SHOW_DOCUMENT)
    def show(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        made.shown.append(params)
        return types.ShowDocumentResult(True)

    @client.feature(types.WINDOW_SHOW_MESSAGE)
    def tell(params: types.ShowMessageParams) -> None:
        """A word to the user, who is not there."""

    await client.start_io(sys.executable, "-m", "camelrules", "lsp")
    window = types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(True))
    able = types.ClientCapabilities(window=window)
    await client.initialize_async(types.InitializeParams(able))
    client.initialized(types.InitializedParams())
    try:
        yield made
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await asyncio.wait_for(client.stop(), 30)


def in_editor(session: Callable[[Editor], Coroutine[Any, Any, None]]) -> None:
    """Runs a session from beginning to end, in a thread: a browser of other tests may hold this one's loop."""

    async def whole() -> None:
        async with editor() as made:
            await session(made)

    async def bounded() -> None:
        await asyncio.wait_for(whole(), 3 * PATIENCE)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, bounded()).result()
