"""Serving the site on this machine; a change of the sources builds it again at the next request."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Sequence
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import run
from sys import executable, stderr
from threading import Lock
from typing import Any

from camelrules.door.escape import terminal_lines
from camelrules.lang.library import data_folder
from camelrules.site.build import HERE, build

SOURCES = ("spec", "verify", "docs")


def newest(results: Path) -> float:
    """When a source last changed."""
    folders = [*(data_folder(name) for name in SOURCES), HERE / "theme", results]
    return max((p.stat().st_mtime for f in folders if f.is_dir() for p in f.rglob("*") if p.is_file()), default=0.0)


class _Handler(SimpleHTTPRequestHandler):
    fresh: Any = None

    def do_GET(self) -> None:
        if self.path.split("?")[0].endswith(("/", ".html")):
            self.fresh()
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not worth a line."""


def serve(port: int, editions: Sequence[str], results: Path) -> None:
    """Builds, serves, and builds again when something changed."""
    lock = Lock()
    with tempfile.TemporaryDirectory(prefix="camelrules-site-") as folder:
        build(Path(folder), editions, results)
        seen = newest(results)

        def fresh() -> None:
            nonlocal seen
            with lock:
                now = newest(results)
                if now > seen:
                    seen = now
                    # A process of its own: this one has read the old specification and keeps it.
                    options = [o for e in editions for o in ("--edition", e)]
                    command = [executable, "-m", "camelrules", "site", "build", folder, "--results", str(results)]
                    done = run([*command, *options], check=False, capture_output=True, text=True)
                    print(terminal_lines(done.stderr or done.stdout), end="", file=stderr)

        handler = functools.partial(type("Handler", (_Handler,), {"fresh": staticmethod(fresh)}), directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
            print(f"http://127.0.0.1:{server.server_address[1]}/ (Ctrl-C to stop)", flush=True)
            server.serve_forever()
