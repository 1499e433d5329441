"""Who may ask: only a page that this very server gave out, on this machine, to somebody who has the token.

Another page in the same browser can send requests here, and a name of its own can be made to point at this machine. So
the name that was asked for, the page that asks, and the token are checked before anything else is looked at.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# A reason, a key and a little more; a pasted rulebook has its own limit.
MAX_BODY = 20_000
MAX_PASTED = 2_000_000
# The scripts and styles hold nothing of the user's, and modules are fetched without a token.
OPEN = "/assets/"
PAGE = "/"
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Access:
    """The address that the desk goes by, and the token that its user has."""

    port: int
    token: str

    @property
    def hosts(self) -> tuple[str, ...]:
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def refusal(self, method: str, path: str, query: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        """Why a request is not answered, with the status to say so; nothing where it is."""
        if headers.get("host", "") not in self.hosts:
            return 421, "This address belongs to a desk that goes by 127.0.0.1 alone."
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{host}" for host in self.hosts}:
            return 403, "A page of another origin may not ask the desk."
        # A link may lead to the desk; no page may fetch from it, embed it or send to it.
        followed = method == "GET" and path == PAGE and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not followed:
            return 403, "A page of another origin may not ask the desk."
        if method not in ("GET", "HEAD", "POST"):
            return 405, "The desk answers GET and POST."
        if path.startswith(OPEN):
            return None
        if not secrets.compare_digest(self._token(method, query, headers), self.token.encode()):
            return 403, "The token is missing or wrong. Use the whole address that `camelrules desk` printed."
        if method == "POST" and headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return 415, "The desk takes JSON."
        return None

    @staticmethod
    def _token(method: str, query: str, headers: Mapping[str, str]) -> bytes:
        """The token of a request; one that changes something must have it in a header, which no form can send."""
        given = headers.get("authorization", "")
        if given.startswith("Bearer "):
            return given.removeprefix("Bearer ").encode()
        return parse_qs(query).get("token", [""])[-1].encode() if method != "POST" else b""


class Guard:
    """Stands before every route: refuses what may not ask, and puts the same headers on every answer."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # a websocket: nothing here speaks it
        headers = Headers(scope=scope)
        hosts = [v for k, v in scope["headers"] if k == b"host"]

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    own[name] = value
            await send(message)

        query = scope["query_string"].decode("latin-1")
        refusal = self.access.refusal(scope["method"], scope["path"], query, headers)
        if refusal is None and len(hosts) != 1:
            refusal = 400, "A request names one host."
        if refusal is not None:
            status, why = refusal
            await PlainTextResponse(why + "\n", status)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)
