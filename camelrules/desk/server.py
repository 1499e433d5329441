"""The desk's server: a page, its data, and the few things it may do."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from types import FrameType
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from camelrules.compare.review_file import add_waiver, mark_reading
from camelrules.compare.waivers import MARKS
from camelrules.desk.aligned import aligned, choices
from camelrules.desk.applying import apply_suggestion
from camelrules.desk.data import game_data, name_of, state_data, text_data
from camelrules.desk.details import clause_detail, detail
from camelrules.desk.games import question_of
from camelrules.desk.security import MAX_BODY, MAX_PASTED, Access, Guard
from camelrules.desk.session import Desk
from camelrules.desk.texts import File, OpenText, Shown
from camelrules.door.diagnostics import RulesError, fail
from camelrules.lang.catalogue import catalogue

# How often the page is told of changes, and how long a connection may be silent.
TOLD, SILENT = 0.15, 15.0
_SITE = ("style.css", "drawings.css", "stepper.js", "icon.svg")
_OWN = ("desk.css", "main.js", "ask.js", "dom.js", "text.js", "findings.js", "detail.js", "panels.js")
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}

Answer = Callable[[Request, Any], Any]


def app(desk: Desk, access: Access) -> Starlette:
    """The routes of a desk behind their guard."""
    page = _page()
    assets = {n: _asset("camelrules.site", f"theme/assets/{n}") for n in _SITE}
    assets |= {n: _asset("camelrules.desk", f"page/{n}") for n in _OWN}

    async def index(request: Request) -> Response:
        return HTMLResponse(page)

    async def asset(request: Request) -> Response:
        # Looked up and never joined to a path: there are no files here but these.
        name = request.path_params["name"]
        if name not in assets:
            return Response(status_code=404)
        return Response(assets[name], media_type=_TYPES[name.rsplit(".", 1)[1]])

    async def events(request: Request) -> Response:
        return StreamingResponse(_events(desk, request), media_type="text/event-stream")

    routes = [
        Route("/", index),
        Route("/assets/{name}", asset),
        Route("/api/events", events),
        _get("/api/desk", lambda r, _: desk_data(desk)),
        _get("/api/clauses", lambda r, _: {"meanings": {c.id: c.meaning for c in catalogue().values()}}),
        _get("/api/texts/{text}", lambda r, _: text_data(_text(desk, r), desk.games)),
        _get("/api/texts/{text}/games", lambda r, _: _games(desk, r)),
        _get("/api/texts/{text}/findings/{key}", lambda r, _: _detail(desk, r)),
        _get("/api/texts/{text}/clauses/{clause}", lambda r, _: _clause(desk, r)),
        _get("/api/texts/{text}/beside/{other}", lambda r, _: _beside(desk, r)),
        _post("/api/texts/{text}/findings/{key}/accept", lambda r, body: _accept(desk, r)),
        _post("/api/texts/{text}/findings/{key}/waive", lambda r, body: _waive(desk, r, body)),
        _post("/api/texts/{text}/clauses/{clause}/mark", lambda r, body: _mark(desk, r, body)),
        _post("/api/paste", lambda r, body: _paste(desk, body), MAX_PASTED),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, access=access)])


def desk_data(desk: Desk) -> dict[str, Any]:
    """The texts of the desk, and what is known of each in a line."""
    return {
        "texts": [
            {"id": t.id, "name": name_of(t), "revision": t.revision, "games": t.games, **state_data(t)}
            for t in desk.texts
        ]
    }


def _page() -> str:
    """The page with the drawings of camels that its boards refer to."""
    sprite = _asset("camelrules.site", "theme/sprite.html").decode()
    return _asset("camelrules.desk", "page/index.html").decode().replace("<!-- sprite -->", sprite)


def _asset(package: str, name: str) -> bytes:
    return files(package).joinpath(name).read_bytes()


async def _events(desk: Desk, request: Request) -> AsyncIterator[str]:
    """The revisions of all texts, whenever one of them changes; a word now and then to keep the line open."""
    told, silent = "", 0.0
    while not desk.over.is_set() and not await request.is_disconnected():
        now = json.dumps(desk_data(desk))
        if now != told:
            told, silent = now, 0.0
            yield f"data: {now}\n\n"
        elif silent >= SILENT:
            silent = 0.0
            yield ": still here\n\n"
        await asyncio.sleep(TOLD)
        silent += TOLD


def _get(path: str, answer: Answer) -> Route:
    async def endpoint(request: Request) -> Response:
        return await _answered(lambda: answer(request, None))

    return Route(path, endpoint, methods=["GET"])


def _post(path: str, answer: Answer, limit: int = MAX_BODY) -> Route:
    async def endpoint(request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > limit:
                return JSONResponse({"error": "That is too much at once."}, 413)
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            return JSONResponse({"error": "The desk takes a JSON object."}, 400)
        return await _answered(lambda: answer(request, data))

    return Route(path, endpoint, methods=["POST"])


async def _answered(work: Callable[[], Any]) -> Response:
    """What the work comes to, done beside the loop; a mistake is told in one sentence."""
    running: Awaitable[Any] = run_in_threadpool(work)
    try:
        return JSONResponse(await running)
    except RulesError as error:
        first = error.diagnostics[0]
        return JSONResponse({"error": first.message, "help": first.help, "code": first.code}, _status(first.code))


def _status(code: str) -> int:
    return {"absent": 404, "unknown-side": 404, "changed": 409, "exists": 409}.get(code, 400)


def _text(desk: Desk, request: Request) -> OpenText:
    found = next((t for t in desk.texts if str(t.id) == request.path_params["text"]), None)
    if found is None:
        raise fail("absent", "there is no such text on the desk")
    return found


def _shown(desk: Desk, request: Request) -> tuple[OpenText, Shown]:
    text = _text(desk, request)
    shown = text.shown()
    if shown is None:
        raise fail("absent", "the text has not been read yet")
    return text, shown


def _games(desk: Desk, request: Request) -> dict[str, Any]:
    _, shown = _shown(desk, request)
    return {key: game_data(finding, desk.games) for key, finding in shown.findings.items()}


def _detail(desk: Desk, request: Request) -> dict[str, Any]:
    _, shown = _shown(desk, request)
    key = request.path_params["key"]
    waived = shown.waived.get(key)
    finding = shown.findings.get(key) or (waived[0] if waived else None)
    if finding is None:
        raise fail("absent", "the text has changed, and this finding is gone")
    question = question_of(finding)
    if question is not None:
        desk.games.first(question)
    return detail(shown, finding, desk.games)


def _clause(desk: Desk, request: Request) -> dict[str, Any]:
    _, shown = _shown(desk, request)
    return clause_detail(shown.review, request.path_params["clause"])


def _beside(desk: Desk, request: Request) -> dict[str, Any]:
    text, shown = _shown(desk, request)
    other = request.path_params["other"]
    rows = [] if other == "-" else aligned(shown.review, other, desk.texts)
    return {"choices": choices(desk.texts, text), "rows": rows}


def _writable(desk: Desk, request: Request) -> tuple[OpenText, Shown]:
    text, shown = _shown(desk, request)
    if not isinstance(text.origin, File):
        raise fail("pasted", "a pasted text has no file to write to", None, "save it and name the file")
    if text.state is not shown:
        raise fail("changed", "the file cannot be read now; nothing was written", None, "look at it again first")
    return text, shown


def _accept(desk: Desk, request: Request) -> dict[str, Any]:
    with desk.lock:
        text, shown = _writable(desk, request)
        finding = shown.findings.get(request.path_params["key"])
        if finding is None:
            raise fail("changed", "the text has changed, and this finding is gone")
        copy = apply_suggestion(text, shown, finding)
        desk.refresh()
    return {"copy": copy.name}


def _waive(desk: Desk, request: Request, body: dict[str, Any]) -> dict[str, Any]:
    with desk.lock:
        _, shown = _writable(desk, request)
        finding = shown.findings.get(request.path_params["key"])
        if finding is None:
            raise fail("changed", "the text has changed, and this finding is gone")
        path = add_waiver(shown.review, finding, str(body.get("reason", ""))[:MAX_BODY])
        desk.refresh()
    return {"file": path.name}


def _mark(desk: Desk, request: Request, body: dict[str, Any]) -> dict[str, Any]:
    clause, mark = request.path_params["clause"], body.get("reading")
    with desk.lock:
        _, shown = _writable(desk, request)
        if clause not in shown.review.clauses or mark not in MARKS:
            raise fail("mark", "a reading of a clause is `right` or `wrong`")
        path = mark_reading(shown.review, clause, str(mark))
        desk.refresh()
    return {"file": path.name}


def _paste(desk: Desk, body: dict[str, Any]) -> dict[str, Any]:
    words = body.get("text")
    if not isinstance(words, str) or not words.strip():
        raise fail("pasted", "there are no words in that")
    # Half of a pair of surrogates is no letter, and cannot be written anywhere.
    return {"id": desk.paste(words.encode("utf-8", "replace").decode()).id}


def serve(desk: Desk, port: int, announce: Callable[[str], None]) -> None:
    """Listens on this machine alone until interrupted; `announce` is given the address once it answers."""
    import uvicorn

    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise fail(
            "port", f"cannot listen on port {port}: {error.strerror}", None, "name another with --port"
        ) from None
    access = Access(listening.getsockname()[1], secrets.token_urlsafe(24))
    config = uvicorn.Config(
        app(desk, access),
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            desk.over.set()  # an open page waits for news, and would hold the server
            super().handle_exit(sig, frame)

    # A forked process would hold the browser's connections: one that is closed here would stay open for the browser,
    # and what it asks next would never be answered.
    multiprocessing.set_start_method("spawn", force=True)
    desk.start()
    try:
        announce(access.address)
        Server(config).run(sockets=[listening])
    finally:
        desk.stop()
        listening.close()
