"""`camelrules desk` as it is started: its address first, this machine alone, gone without a trace when interrupted."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from .conftest import planted

COMMAND = [sys.executable, "-m", "camelrules", "desk", "--no-browser"]


def children(process: int) -> list[int]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(p) for t in path.parent.parent.iterdir() for p in (t / "children").read_text().split()]


def connections(process: int) -> set[str]:
    """The connections to anywhere that a process holds open."""
    known = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]}
    try:
        held = [str(path.readlink()) for path in Path(f"/proc/{process}/fd").iterdir()]
    except OSError:  # it has ended
        return set()
    return known & {name[8:-1] for name in held if name.startswith("socket:[")}


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes by /proc")
def test_started_used_and_interrupted(tmp_path: Path) -> None:
    file = planted(tmp_path)
    with subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:") and "/?token=" in address
        root, token = address.split("?token=")
        assert len(token) >= 20
        assert b"camelrules desk" in urllib.request.urlopen(address).read()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(root)
        assert refused.value.code == 403
        port = int(root.split(":")[2].rstrip("/"))
        for elsewhere in ("127.0.0.2", "::1"):
            with pytest.raises(OSError), socket.create_connection((elsewhere, port), 2):
                pass
        with urllib.request.urlopen(f"{root}api/events?token={token}") as events:
            for line in events:
                if line.startswith(b"data:") and json.loads(line[5:])["texts"][0]["state"] == "read":
                    break
            # The search for games has begun, or ended by now.
            deadline = time.monotonic() + 60
            while not (workers := children(process.pid)) and time.monotonic() < deadline:
                time.sleep(0.05)
            # A worker that held the browser's connections would keep them open when the desk has closed them.
            held = {c for worker in workers for c in connections(worker)}
            file.write_text(file.read_text("utf-8").replace("5 Egyptian", "3 Egyptian"), "utf-8")
            for line in events:
                if line.startswith(b"data:") and json.loads(line[5:])["texts"][0]["revision"] > 1:
                    break
            process.send_signal(signal.SIGINT)  # while the page is open
            assert process.wait(20) == 130
        assert "Traceback" not in process.stderr.read()
        assert not held
        deadline = time.monotonic() + 10
        while any(Path(f"/proc/{w}").exists() for w in workers) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert workers and not any(Path(f"/proc/{w}").exists() for w in workers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.txt"], "cannot read `missing.txt`"),
        (["-"], "piped in"),
        (["--edition", "2099"], "2099"),
        (["--port", "99999"], "99999"),
    ],
)
def test_what_cannot_be_shown_is_told_at_once(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr and not done.stdout


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and f"port {port}" in done.stderr and not done.stdout
