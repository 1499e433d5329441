"""A built site, a server for it, and Chromium; one line says why where the browser is missing."""

from __future__ import annotations

import functools
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

# Questions to the modules are drawn by the tests of the site.
sys.path.insert(0, str(Path(__file__).parent.parent / "site"))

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def _missing() -> str:
    """Why there is no browser to test in, or nothing."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    return "" if shutil.which("chromium") else "Chromium is not installed"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(__file__).parent in Path(item.path).parents]
    why = _missing()
    for item in here:
        item.add_marker(pytest.mark.browser)
    if here and why:
        if os.environ.get("CAMELRULES_REQUIRE_BROWSER") == "1":
            raise pytest.UsageError(f"{why}, and CAMELRULES_REQUIRE_BROWSER asks for the tests in a browser")
        # One skipped test says why; the others would only repeat it.
        here[0].add_marker(pytest.mark.skip(reason=why))
        items[:] = [item for item in items if item not in here[1:]]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """A test has nothing to say about requests."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, with a house edition beside the printed ones."""
    from built import built

    return built(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


# Busy until the rules are fetched; a copy of the model and its results appear together; odds come in slices after them.
SETTLED = """([after, odds]) => globalThis.camelPlayground?.revision > after
  && document.getElementById("play").ariaBusy === "false"
  && [...document.querySelectorAll(odds ? "#play .odds" : "#none")].every(o => o.dataset.done)"""


class Watched:
    """A page that remembers what it complained of and whom it asked."""

    def __init__(self, browser: Any, address: str, width: int = 1280, scheme: str = "light") -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page = self.context.new_page()
        # A busy machine is no failure.
        self.page.set_default_timeout(90_000)
        self.address = address
        self.complaints: list[str] = []
        self.outside: list[str] = []
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.outside.append(request.url)

    def go(self, path: str) -> Any:
        self.page.goto(self.address + path)
        return self.page

    def play(self, path: str = "playground.html") -> Any:
        """The playground, once it has drawn something and worked out its odds."""
        self.go(path)
        return self.settled()

    def settled(self, after: int = 0, odds: bool = True) -> Any:
        """The playground when nothing is under way: drawn later than revision `after`, every table of odds done."""
        self.page.wait_for_function(SETTLED, arg=[after, odds])
        return self.page

    def shown(self) -> int:
        """How often the playground has been drawn."""
        return int(self.page.evaluate("camelPlayground.revision"))


@pytest.fixture
def watched(browser: Any, address: str) -> Iterator[Watched]:
    made = Watched(browser, address)
    yield made
    made.context.close()
    assert not made.complaints, made.complaints
    assert not made.outside, made.outside
