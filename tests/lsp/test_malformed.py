"""What is no message of the protocol is told in a line, and the server goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("pygls")

HELLO = (
    b'{"jsonrpc": "2.0", "id": 7, "method": "initialize", '
    b'"params": {"processId": null, "rootUri": null, "capabilities": {}}}'
)


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.parametrize(
    "body", [b"{not json", b"[]", b"\xff\xfe", b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": 3}']
)
def test_what_is_no_message(body: bytes) -> None:
    command = [sys.executable, "-m", "camelrules", "lsp"]
    done = subprocess.run(command, input=framed(body) + framed(HELLO), capture_output=True, timeout=120)
    said = done.stderr.decode()
    assert done.returncode == 0 and "Traceback" not in said and 1 <= len(said.splitlines()) <= 2
    assert b'"id": 7' in done.stdout and b'"capabilities"' in done.stdout
