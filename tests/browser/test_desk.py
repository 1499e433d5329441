"""The desk in a real browser: clicked, typed at, narrow and dark, with the file changing and others attacking."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from conftest import Watched

from camelrules.desk.security import Access
from camelrules.desk.server import app
from camelrules.desk.session import Desk

TEXTS = Path(__file__).parent.parent / "texts"
WRONG = (("**3 Egyptian pounds**", "**5 Egyptian pounds**"), ("on top of the first", "underneath the first"))


class Served:
    """A desk that is running, and its file."""

    def __init__(self, folder: Path, search: bool = False) -> None:
        self.search = search
        words = "\n".join((TEXTS / "en-2018.txt").read_text("utf-8").splitlines()[:60])
        for right, other in WRONG:
            words = words.replace(right, other)
        self.file = folder / "mine.txt"
        self.file.write_text(words, "utf-8")
        self.desk = Desk([str(self.file)])
        config = uvicorn.Config(None, port=0, log_config=None, lifespan="off", timeout_graceful_shutdown=1)  # type: ignore[arg-type]
        listening = config.bind_socket()
        self.access = Access(listening.getsockname()[1], "token-of-a-test")
        config.app = app(self.desk, self.access)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: self.server.run(sockets=[listening]), daemon=True)

    def __enter__(self) -> Served:
        self.desk.start(self.search)
        self.thread.start()
        while not self.server.started:  # bound is not yet listening
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.desk.stop()
        self.server.should_exit = True
        self.thread.join(10)

    @property
    def root(self) -> str:
        return self.access.address.split("?")[0]

    def change(self, old: str, new: str) -> None:
        words = self.file.read_text("utf-8")
        assert old in words
        self.file.write_text(words.replace(old, new), "utf-8")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as made:
        yield made


@pytest.fixture
def searched(tmp_path: Path) -> Iterator[Served]:
    """A desk that searches games as well, which takes both processors for a while."""
    with Served(tmp_path, search=True) as made:
        yield made


def opened(browser: Any, served: Served, width: int = 1280, scheme: str = "light") -> Watched:
    """The page, once it has read the text."""
    watched = Watched(browser, served.root, width, scheme)
    watched.page.goto(served.access.address)
    watched.page.wait_for_selector(".finding")
    return watched


def closed(watched: Watched) -> None:
    watched.context.close()
    assert not watched.complaints and not watched.outside, (watched.complaints, watched.outside)


def finding(page: Any, clause: str) -> Any:
    return page.locator(".finding", has=page.locator(f'.row-of-head code:text-is("{clause}")')).first


def test_a_finding_from_its_mark_to_its_game(browser: Any, searched: Served) -> None:
    """The mark leads to the finding, with what was read, the suggestion, and a game to step through."""
    watched = opened(browser, searched)
    page = watched.page
    page.locator("#text").evaluate("text => text.scrollTo(0, 0)")
    finding(page, "setup.money.start").locator(".head").click()
    line = page.locator("#text .line.here", has_text="5 Egyptian pounds")
    line.wait_for()
    page.keyboard.press("Escape")
    line.locator("mark").click()
    money = finding(page, "setup.money.start")
    money.locator(".detail:not([aria-busy])").wait_for()
    told = money.inner_text()
    assert "What was read" in told and "What the 2018 edition says" in told and "Other rulebooks" in told
    assert "3" in money.locator(".suggestion").inner_text()
    money.locator(".stepper").wait_for()
    page.keyboard.press("ArrowRight")
    shown = money.locator(".frame:not([hidden])")
    assert shown.locator("svg.board").count() == 2 and "here they differ" in shown.inner_text()
    assert "p1 has 3 pounds by edition 2018 and 5 pounds by the text" in shown.inner_text()
    page.keyboard.press("ArrowLeft")
    assert money.locator(".frame:not([hidden])").inner_text().startswith("At the start")
    closed(watched)


def test_hovering_a_sentence_says_what_it_was_read_as(browser: Any, served: Served) -> None:
    watched = opened(browser, served)
    page = watched.page
    page.locator("#text [data-sentence]", has_text="The youngest player takes").hover()
    page.locator("#hover:not([hidden])").wait_for()
    told = page.locator("#hover").inner_text()
    assert "setup.start_player" in told and "agrees" in told and "youngest" in told
    closed(watched)


def test_a_mark_counts_characters(browser: Any, served: Served) -> None:
    """A sign that JavaScript counts as two moves no mark behind it."""
    served.change("Every player starts with", "The 🐪🐪🐪 wait. Every player starts with")
    watched = opened(browser, served)
    marks = watched.page.locator("#text .line", has_text="🐪").locator("mark")
    marks.first.wait_for()
    assert "".join(marks.all_inner_texts()).endswith("5 Egyptian pounds")
    closed(watched)


def test_the_file_changes_goes_and_comes_back(browser: Any, served: Served) -> None:
    watched = opened(browser, served)
    page, words = watched.page, served.file.read_text("utf-8")
    finding(page, "setup.money.start").wait_for()
    served.change("5 Egyptian", "3 Egyptian")
    finding(page, "setup.money.start").wait_for(state="detached")
    assert "3 Egyptian pounds" in page.locator("#text").inner_text()
    served.file.unlink()
    page.locator("#banner", has_text="is not there any more").wait_for()
    assert finding(page, "setup.crazy.stack").is_visible()
    served.file.write_text("", "utf-8")
    page.locator("#banner", has_text="is empty").wait_for()
    served.file.write_text(words, "utf-8")
    page.locator("#banner").wait_for(state="hidden")
    finding(page, "setup.money.start").wait_for()
    closed(watched)


def test_accepting_waiving_and_marking(browser: Any, served: Served) -> None:
    watched = opened(browser, served)
    page = watched.page
    crazy = finding(page, "setup.crazy.stack")
    crazy.locator(".head").click()
    crazy.get_by_role("button", name="wrong").click()
    crazy.locator(".badge", has_text="reading wrong").wait_for()
    crazy.get_by_label("Reason for the waiver").fill("a house rule")
    crazy.get_by_role("button", name="Waive").click()
    page.get_by_text("1 finding waived").wait_for()
    beside = Path(f"{served.file}.camelrules.yaml").read_text("utf-8")
    assert "reason: a house rule" in beside and "reading: wrong" in beside
    money = finding(page, "setup.money.start")
    money.locator(".head").click()
    money.get_by_role("button", name="Put into the file").click()
    money.wait_for(state="detached")
    assert "5 Egyptian" not in served.file.read_text("utf-8")
    assert "5 Egyptian" in Path(f"{served.file}.before-1").read_text("utf-8")
    closed(watched)


def test_with_the_keyboard_alone(browser: Any, served: Served) -> None:
    watched = opened(browser, served)
    page = watched.page
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.locator(".finding.open .detail:not([aria-busy])").wait_for()
    first = page.locator(".finding.open").get_attribute("id")
    page.keyboard.press("j")
    page.locator(f".finding.open:not(#{first}) .detail:not([aria-busy])").wait_for()
    page.keyboard.press("w")
    assert page.evaluate("document.activeElement.name") == "reason"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator(".finding.open").count() == 0
    page.keyboard.press("/")
    page.keyboard.type("setup.money.start")
    assert page.locator(".finding:visible").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    assert page.locator("#unsaid").is_visible() and "turn" in page.locator("#unsaid").inner_text()
    page.keyboard.press(".")
    page.locator("#hover:not([hidden])").wait_for()
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    closed(watched)


def test_another_rulebook_beside_it(browser: Any, served: Served) -> None:
    watched = opened(browser, served)
    page = watched.page
    page.get_by_role("button", name="Side by side").click()
    page.get_by_label("What to put beside the text").select_option("book:2018")
    row = page.locator("#beside tr", has_text="setup.money.start")
    row.wait_for()
    assert "5" in row.locator("td").nth(1).inner_text() and "3" in row.locator("td").nth(2).inner_text()
    # An edition is not said to agree with itself, and names of clauses break between their words.
    assert row.locator("td").nth(2).inner_text().strip() == "3"
    assert row.locator("code wbr").count() == 2
    closed(watched)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(browser: Any, searched: Served, scheme: str) -> None:
    """One view at a time, and nothing wider than the window."""
    watched = opened(browser, searched, 390, scheme)
    page = watched.page
    for view in ("text", "findings", "unsaid", "beside"):
        page.locator(f'[data-view="{view}"]').click()
        assert page.locator("main > section:visible").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator('[data-view="findings"]').click()
    money = finding(page, "setup.money.start")
    money.locator(".head").click()
    money.locator(".stepper").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(
        "document.querySelector('#findings').scrollWidth <= document.querySelector('#findings').clientWidth"
    )
    closed(watched)


def test_a_text_without_findings(browser: Any, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        whole = (TEXTS / "en-2018.txt").read_text("utf-8")
        served.file.write_text(whole, "utf-8")
        watched = Watched(browser, served.root)
        watched.page.goto(served.access.address)
        watched.page.get_by_text("No findings.").wait_for()
        assert watched.page.locator("#text .line").count() > 100
        closed(watched)


def test_six_hundred_findings_stay_smooth(browser: Any, served: Served) -> None:
    """The same few findings, many times over: the list is drawn, filtered and walked through without a pause."""
    watched = Watched(browser, served.root)
    page = watched.page

    def many(route: Any) -> None:
        answer = route.fetch()
        data = answer.json()
        if data.get("findings"):
            few = data["findings"]
            data["findings"] = [{**few[n % len(few)], "key": f"k{n}"} for n in range(600)]
        route.fulfill(response=answer, body=json.dumps(data))

    page.route("**/api/texts/0", many)
    page.goto(served.access.address)
    page.locator("#Fk599").wait_for(state="attached")
    assert page.locator(".finding").count() == 600
    took = page.evaluate("""async () => {
      const start = performance.now(), box = document.getElementById("filter");
      for (const words of ["m", "mo", "mon", "money", ""]) {
        box.value = words;
        box.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
      }
      for (let i = 0; i < 40; i++) {
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "j"}));
        await new Promise(requestAnimationFrame);
      }
      return (performance.now() - start) / 45;
    }""")
    # A blink is 100 ms; a test machine is busy with seven other things.
    assert took < 300, f"{took:.0f} ms for each step"
    closed(watched)


class _Evil(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>another origin</title>")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing to say."""


ATTACK = """async ([root, token, key]) => {
  const headers = {authorization: `Bearer ${token}`, "content-type": "application/json"}, got = [];
  const tried = async (name, work) => got.push([name, await work().catch(() => "refused")]);
  const loads = (tag, props) => new Promise(done => {
    const node = Object.assign(document.createElement(tag), props);
    node.onload = () => done("loaded");
    node.onerror = () => done("refused");
    document.body.append(node);
  });
  const write = `${root}api/texts/0/findings/${key}/waive`, body = JSON.stringify({reason: "stolen"});
  await tried("read", async () => (await fetch(`${root}api/texts/0?token=${token}`)).text());
  await tried("read with a header", async () => (await fetch(`${root}api/texts/0`, {headers})).text());
  await tried("write", async () => (await fetch(write, {method: "POST", headers, body})).text());
  // Whether this one is heard cannot be seen here; the file beside the text tells.
  await tried("write blindly", async () => {
    await fetch(`${write}?token=${token}`, {method: "POST", mode: "no-cors", body});
    return "refused";
  });
  await tried("a script", () => loads("script", {src: `${root}assets/main.js`}));
  await tried("an image", () => loads("img", {src: `${root}assets/icon.svg`}));
  await tried("events", () => new Promise(done => {
    const source = new EventSource(`${root}api/events?token=${token}`);
    source.onmessage = event => done(event.data);
    source.onerror = () => { source.close(); done("refused"); };
  }));
  const frame = document.createElement("iframe");
  frame.src = `${root}?token=${token}`;
  document.body.append(frame);
  await new Promise(done => setTimeout(done, 800));
  return got;
}"""


def test_a_page_of_another_origin_reaches_nothing(browser: Any, served: Served) -> None:
    """Even one that has found out the token and the keys."""
    watched = opened(browser, served)
    key = finding(watched.page, "setup.money.start").get_attribute("id")[1:]
    with ThreadingHTTPServer(("127.0.0.1", 0), _Evil) as evil:
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{evil.server_address[1]}/")
        got = page.evaluate(ATTACK, [served.root, served.access.token, key])
        framed = [f.content() for f in page.frames[1:] if f.url.startswith(served.root)]
        context.close()
        evil.shutdown()
    assert {name: result for name, result in got if result != "refused"} == {}
    assert len(got) == 7 and not any("Findings" in content for content in framed)
    assert not Path(f"{served.file}.camelrules.yaml").exists()
    closed(watched)


def test_the_desk_stops_while_the_page_is_open(browser: Any, served: Served) -> None:
    watched = opened(browser, served)
    served.__exit__()
    watched.page.locator("#banner", has_text="does not answer any more").wait_for()
    assert finding(watched.page, "setup.money.start").is_visible()
    watched.context.close()


def test_on_a_phone_a_finding_leads_to_its_line(browser: Any, served: Served) -> None:
    watched = opened(browser, served, width=390)
    page = watched.page
    money = finding(page, "setup.money.start")
    money.locator(".head").click()
    money.locator(".detail .place").first.click()
    page.locator("#text .line.here", has_text="5 Egyptian pounds").wait_for()
    assert page.locator("body").get_attribute("data-view") == "text"
    closed(watched)


def test_the_text_stays_where_its_reader_is(browser: Any, served: Served) -> None:
    """The file changes elsewhere: the line that is shown is still shown, and stands where it stood."""
    watched = opened(browser, served)
    page = watched.page
    finding(page, "setup.money.start").locator(".head").click()
    line = page.locator("#text .line.here", has_text="5 Egyptian pounds")
    line.wait_for()
    page.wait_for_timeout(300)
    before = line.bounding_box()["y"]
    served.change("Five camels gallop", "Five quick camels gallop")
    page.locator("#text", has_text="Five quick camels").wait_for()
    page.wait_for_timeout(300)
    assert abs(line.bounding_box()["y"] - before) < 3
    closed(watched)
