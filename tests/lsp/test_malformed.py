"""What is no message of the protocol is told in a line, and the server goes on."""

from __future__ import annotations

import signal
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


def test_a_length_that_none_has() -> None:
    """The library takes it for a number, which Python refuses."""
    command = [sys.executable, "-m", "camelrules", "lsp"]
    sent = framed(HELLO) + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n"
    done = subprocess.run(command, input=sent, capture_output=True, timeout=120)
    assert done.returncode == 2 and "a message of no possible length" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_an_interrupt_ends_it() -> None:
    """Even though a thread waits at standard input, which the editor keeps open."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-m", "camelrules", "lsp"], stdin=pipe, stdout=pipe, stderr=pipe) as server:
        assert server.stdin is not None and server.stdout is not None and server.stderr is not None
        server.stdin.write(framed(HELLO))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 130 and server.stderr.read() == b"interrupted\n"


@pytest.mark.parametrize("name", ["x.txt", "x.yaml"])
def test_half_a_letter(name: str) -> None:
    """Is read like any sign that is no letter, instead of ending the check with an error that nobody sees."""
    opened = (
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///%s", '
        b'"languageId": "", "version": 1, "text": "a: \\ud800"}}}' % name.encode()
    )
    asked = b'{"jsonrpc": "2.0", "id": 8, "method": "textDocument/codeLens", "params": {"textDocument": {"uri": "file:///%s"}}}'
    command = [sys.executable, "-m", "camelrules", "lsp"]
    sent = framed(HELLO) + framed(opened) + framed(asked % name.encode())
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdin.write(sent)
    process.stdin.flush()
    told = b""
    while b"publishDiagnostics" not in told and (part := process.stdout.read1(65536)):  # type: ignore[attr-defined]
        told += part
    process.stdin.close()
    assert process.wait(60) == 0 and b"publishDiagnostics" in told and process.stderr.read() == b""


def answers(*bodies: bytes) -> str:
    command = [sys.executable, "-m", "camelrules", "lsp"]
    done = subprocess.run(command, input=b"".join(map(framed, bodies)), capture_output=True, timeout=120)
    assert b"Traceback" not in done.stderr
    return done.stdout.decode()


def asked(method: str, params: str = "{}", at: str = "8") -> bytes:
    return f'{{"jsonrpc": "2.0", "id": {at}, "method": "{method}", "params": {params}}}'.encode()


@pytest.mark.parametrize(
    ("bodies", "code"),
    [
        ([asked("workspace/symbol", '{"query": ""}')], -32002),
        ([HELLO, asked("textDocument/hover")], -32602),
        ([HELLO, asked("textDocument/hover", '{"textDocument": {"uri": 3}, "position": {"line": -1}}')], -32602),
        ([HELLO, asked("shutdown", "null", "1"), asked("workspace/symbol", '{"query": ""}')], -32600),
        ([HELLO, asked("nothing/known")], -32601),
        ([HELLO, asked("workspace/executeCommand", '{"command": "camelrules.game"}')], -32603),
    ],
)
def test_every_request_has_an_answer(bodies: list[bytes], code: int) -> None:
    """An editor waits for it; the library is silent about what it cannot read, and answers with its tracebacks."""
    said = answers(*bodies)
    assert f'"code": {code}' in said and '"id": 8' in said and "traceback" not in said


def test_what_is_no_request_at_all() -> None:
    assert '"code": -32600' in answers(HELLO, b"3")
