"""The protocol where the library falls short: every request has an answer, and none carries a traceback."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol

_LOG = logging.getLogger("pygls.protocol")


@dataclass(frozen=True, slots=True)
class _Request:
    """What can be told of a request that cannot be read."""

    id: int | str
    method: str
    jsonrpc: str = "2.0"


class Protocol(LanguageServerProtocol):
    """A client waits for the answer to whatever it asks, however wrongly or out of turn it asks."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException:
            request = _request(data)
            if request is not None:
                wrong = f"the parameters of `{request.method}` are not as they must be"
                self._refuse(request, JsonRpcInvalidParams(wrong))
            raise

    def handle_message(self, message: Any) -> None:
        fields = {"id": getattr(message, "id", None), "method": getattr(message, "method", None)}
        if not hasattr(message, "jsonrpc"):
            _LOG.warning("Unable to handle message: it is none of the protocol")
            self._refuse(None, JsonRpcInvalidRequest("this is no message of the protocol"))
        elif _request(fields) and self._shutdown:
            self._refuse(message, JsonRpcInvalidRequest("the server is shutting down"))
        elif _request(fields) and self._workspace is None and message.method != types.INITIALIZE:
            self._refuse(message, JsonRpcServerNotInitialized("the first request must be `initialize`"))
        else:
            super().handle_message(message)

    def _refuse(self, request: Any, error: JsonRpcException) -> None:
        self._send_response(None if request is None else request.id, None, error.to_response_error())

    def _send_response(
        self, msg_id: int | str | None, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        # The library puts its own traceback beside the message.
        plain = None if error is None else types.ResponseError(error.code, error.message)
        super()._send_response(msg_id, result, plain)  # type: ignore[arg-type]


def _request(data: dict[str, Any]) -> _Request | None:
    """What is a request that can be answered, by the names of its fields."""
    at, method = data.get("id"), data.get("method")
    # A truth value is a number for Python.
    if isinstance(method, str) and isinstance(at, int | str) and not isinstance(at, bool):
        return _Request(at, method)
    return None
