"""The playground in Chromium against the oracle, which is written by hand and shares no code with it."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from oracle import generate
from oracle import rules as oracle
from questions import Question, differences, games, packs, source

from camelrules.lang.source import Source, Span
from camelrules.run.document import Document
from camelrules.run.engine import engine
from camelrules.run.play import reference_game
from camelrules.run.position import load_position

HOUSE = Path(__file__).parent.parent / "site" / "house.yaml"
CASES = 12


def hashed(model: dict[str, Any]) -> str:
    text = base64.urlsafe_b64encode(json.dumps(model).encode()).decode().rstrip("=")
    return f"playground.html#{text}"


def opened(
    watched: Any, position: dict[str, Any], log: list[Any], sides: list[dict[str, Any]], players: int = 8
) -> Any:
    """The playground with a position and what happened since, through a link."""
    base = {"track": position["track"], "tiles": position["tiles"], "pyramid": position["pyramid"]}
    watched.page.goto("about:blank")
    return watched.play(hashed({"sides": sides, "players": players, "base": base, "log": log}))


@contextmanager
def changing(watched: Any, odds: bool = True) -> Iterator[None]:
    """What is done inside draws the playground anew; on leaving, everything on it belongs to the new drawing."""
    before = watched.shown()
    yield
    watched.settled(before, odds)


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_moves_and_odds_like_the_oracle(watched: Any, edition: str) -> None:
    rules, rng = oracle.EDITIONS[edition], random.Random(f"play {edition}")
    for _ in range(CASES):
        position = generate.random_position(rng, rules, rng.randint(1, 3))
        roll = generate.random_roll(rng, rules, position)
        want = oracle.move(position, **roll, edition=rules)
        entry = {"reveal": [roll["die"], roll["value"], roll.get("face")]}
        page = opened(watched, position, [entry], [{"reading": edition, "set": {}}])
        seen = page.evaluate("(r => ({position: r.position, events: r.last.events}))(camelPlayground.results[0])")
        assert seen["position"]["track"] == want["position"]["track"], (position, roll)
        assert sorted(seen["position"]["pyramid"]) == sorted(want["position"]["pyramid"])
        paid = [e for e in seen["events"] if e["kind"] in ("pay", "finish")]
        assert [{k: e[k] for k in w} for e, w in zip(paid, want["events"], strict=True)] == want["events"]
        cells = page.locator("#odds-0 tbody tr").evaluate_all(
            "rows => rows.map(r => [r.querySelector('th').textContent, "
            "[...r.querySelectorAll('.chance')].map(c => c.dataset.exact)])"
        )
        assert dict(map(tuple, cells)) == oracle.odds(want["position"], rules)["camels"], (position, roll)


def test_house_edition_is_there_without_code(watched: Any) -> None:
    page = watched.play()
    with changing(watched):
        page.get_by_label("Reading", exact=True).select_option("house")
    assert page.locator('[data-camel="pink"]').count() == 1
    assert page.locator("#play .cell").count() == 20


def test_buttons_reveal_and_undo(watched: Any) -> None:
    page = watched.play()
    before = page.evaluate("camelPlayground.results[0].position.track")
    with changing(watched):
        page.get_by_role("button", name="reveal red 3").click()
    after = page.evaluate("camelPlayground.results[0].position")
    want = oracle.move(
        {"edition": "2018", "track": before, "tiles": {}, "pyramid": list(oracle.EDITION_2018.dice)}, "red", 3
    )
    assert after["track"] == want["position"]["track"] and "red" not in after["pyramid"]
    assert page.locator(".story .fired li").count() > 2
    assert page.get_by_role("button", name="reveal red 3").is_disabled()
    with changing(watched):
        page.get_by_role("button", name="Undo").click()
    assert page.evaluate("camelPlayground.results[0].position.track") == before


def test_a_leg_that_is_out_of_dice_is_scored(watched: Any) -> None:
    page = watched.play()
    for die in ("red", "blue", "green", "yellow", "purple"):
        with changing(watched, odds=False):
            page.get_by_role("button", name=f"reveal {die} 1").click()
    assert not page.get_by_role("button", name="Roll").count()
    with changing(watched, odds=False):
        page.get_by_role("button", name="Score the leg").click()
    assert page.evaluate("camelPlayground.results[0].position.pyramid.length") == 6


def test_roll_is_an_action_of_the_player(watched: Any) -> None:
    """Who rolls gets a pyramid ticket, and it is the next player's turn; everything can be undone."""
    page = watched.play()
    start = page.evaluate("camelPlayground.model")
    for player, after in (("p1", "p2"), ("p2", "p3")):
        assert page.get_by_text(f"{player}’s turn").is_visible()
        with changing(watched, odds=False):
            page.get_by_role("button", name="Roll").click()
        assert page.evaluate("p => camelPlayground.results[0].plain.pyramid_tickets[p]", player) == 1
        assert page.get_by_text(f"{after}’s turn").is_visible()
    with changing(watched, odds=False):
        page.get_by_label("Another action").select_option(label="take ticket: blue")
        page.get_by_role("button", name="Do it").click()
    with changing(watched, odds=False):
        page.locator("[data-key=players]").select_option("6")
    with changing(watched, odds=False):
        page.get_by_label("Reading", exact=True).select_option("fr-2018")
    with changing(watched, odds=False):
        page.get_by_role("button", name="New").click()
    with changing(watched, odds=False):
        page.get_by_role("button", name="Compare with a second reading").click()
    for _ in range(7):
        with changing(watched, odds=False):
            page.get_by_role("button", name="Undo").click()
    assert page.evaluate("camelPlayground.model") == start
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_only_numbers_of_players_that_the_rules_are_for(watched: Any) -> None:
    page = watched.play()
    shown = "Array.from(document.querySelector('[data-key=players]').options, o => Number(o.value))"
    assert page.evaluate(shown) == list(range(3, 9))
    with changing(watched, odds=False):
        page.get_by_label("Reading", exact=True).select_option("2014")
    assert page.evaluate(shown) == list(range(2, 9))


def test_a_camel_is_dragged_by_touch(browser: Any, address: str) -> None:
    """On a phone, where the page must not scroll instead."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}playground.html")
    page.wait_for_function("globalThis.camelPlayground?.revision > 0")
    page.locator("#play .board").scroll_into_view_if_needed()
    a = page.locator('[data-camel="purple"] use').bounding_box()
    b = page.locator('.cell[data-space="7"] .space').bounding_box()
    start = (a["x"] + a["width"] / 2, a["y"] + a["height"] * 0.7)
    end = (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
    touch = context.new_cdp_session(page)

    def send(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", *start)
    for step in range(1, 9):
        send("touchMove", *(s + (e - s) * step / 8 for s, e in zip(start, end, strict=True)))
    send("touchEnd")
    page.wait_for_function("camelPlayground.model.base.track[7]?.includes('purple')")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_camels_move_by_keys_and_by_drag_and_tiles_by_press(watched: Any) -> None:
    watched.page.set_viewport_size({"width": 1280, "height": 1500})
    page = watched.play()
    where = "c => Number(Object.entries(camelPlayground.model.base.track).find(([s, t]) => t.includes(c))[0])"
    space = page.evaluate(where, "purple")
    page.locator('[data-camel="purple"]').focus()
    with changing(watched):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(where, "purple") == space + 1
    assert page.evaluate("document.activeElement.dataset.camel") == "purple"
    camel, target = page.locator('[data-camel="purple"] use'), page.locator('.cell[data-space="9"] .space')
    a, b = camel.bounding_box(), target.bounding_box()
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] * 0.7)
    page.mouse.down()
    page.mouse.move(b["x"] + 20, b["y"] + 30, steps=5)
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=3)
    with changing(watched):
        page.mouse.up()
    assert page.evaluate(where, "purple") == 9
    for side in ("cheer", "boo", None):
        page.locator('.cell[data-space="12"]').focus()
        with changing(watched):
            page.keyboard.press("Enter")
        tile = page.evaluate("camelPlayground.model.base.tiles[12]?.side ?? null")
        assert tile == side


def test_a_link_holds_everything(watched: Any) -> None:
    page = watched.play()
    with changing(watched):
        page.get_by_role("button", name="reveal blue 2").click()
    with changing(watched):
        page.get_by_role("button", name="Compare with a second reading").click()
    assert page.get_by_label("Second reading").count() == 1
    # Asked of the page itself: the driver hears of a changed address later.
    link, model = page.evaluate("[location.href, JSON.stringify(camelPlayground.model)]")
    page.goto("about:blank")
    page.goto(link)
    watched.settled()
    assert page.evaluate("JSON.stringify(camelPlayground.model)") == model


def test_a_position_file_can_be_used(watched: Any) -> None:
    page = watched.play()
    rng = random.Random(3)
    for edition in ("2014", "2018", "2014"):
        position = generate.random_position(rng, oracle.EDITIONS[edition])
        page.locator(".as-text").evaluate("details => { details.open = true; }")
        page.get_by_label("Position file").fill(json.dumps(position))
        with changing(watched):
            page.get_by_role("button", name="Use this position").click()
        assert page.evaluate("camelPlayground.model.base.track") == position["track"]
        assert page.evaluate("camelPlayground.results[0].position.tiles") == position["tiles"]
        assert page.evaluate("camelPlayground.sides[0].reading.name") == edition
    page.locator(".as-text").evaluate("details => { details.open = true; }")
    page.get_by_label("Position file").fill('{"track": {"3": ["blue"]}}')
    with changing(watched):
        page.get_by_role("button", name="Use this position").click()
    assert page.get_by_text("This is no position").is_visible()
    assert page.evaluate("camelPlayground.results[0].position.tiles") == position["tiles"]


def test_two_readings_on_the_same_dice(watched: Any) -> None:
    """A unit that a booing tile sends back goes under the camels there, or, on the second side, on top."""
    position = {
        "track": {"3": ["blue", "red"], "5": ["green"], "1": ["purple", "yellow"], "14": ["white"], "16": ["black"]},
        "tiles": {"6": {"owner": "p1", "side": "boo"}},
        "pyramid": ["red", "grey"],
    }
    sides = [{"reading": "2018", "set": {}}, {"reading": "2018", "set": {"boo.end": "top"}}]
    page = opened(watched, position, [{"reveal": ["red", 3, None]}], sides, 4)
    tracks = page.evaluate("camelPlayground.results.map(r => r.position.track[5])")
    assert tracks == [["red", "green"], ["green", "red"]]
    said = page.locator(".difference").inner_text()
    assert said == (
        "The sides differ: on space 5 red, green against green, red. "
        "The chances of the leg differ most for green, place 1: 100% against 0%."
    )
    assert page.evaluate("camelPlayground.results.map(r => r.position.money.p1)") == [4, 4]


# Which camel of the 2014 edition stands where one of 2018 did: those without a namesake of their kind, in order.
STAND_IN = {"blue": "blue", "green": "green", "yellow": "yellow", "purple": "orange", "red": "white"}


def test_two_editions_side_by_side(watched: Any) -> None:
    """The 2014 side moves as the oracle does in 2014; what it lacks is said, and a link brings both sides back."""
    rng = random.Random(2014)
    both, old = [{"reading": "2018", "set": {}}, {"reading": "2014", "set": {}}], oracle.EDITIONS["2014"]
    for die in ("red", "blue", "purple"):
        position = generate.random_position(rng, oracle.EDITIONS["2018"])
        position["pyramid"] = list(oracle.EDITIONS["2018"].dice)
        there = {
            "edition": "2014",
            "track": {s: [STAND_IN[c] for c in stack if c in STAND_IN] for s, stack in position["track"].items()},
            "tiles": position["tiles"],
            "pyramid": list(old.dice),
        }
        there["track"] = {s: stack for s, stack in there["track"].items() if stack}
        want = oracle.move(there, STAND_IN[die], 2, edition=old)["position"]
        page = opened(watched, position, [{"reveal": [die, 2, None]}, {"reveal": ["grey", 1, "black"]}], both)
        seen = page.evaluate("camelPlayground.results[1].position")
        assert seen["track"] == want["track"] and sorted(seen["pyramid"]) == sorted(want["pyramid"])
        said = page.locator(".fitted").inner_text()
        assert "This side has no purple or red camel: orange stands in for purple and white stands in for red." in said
        assert "Left out: the black and white crazy camels and the grey die" in said
        assert page.get_by_text("Nothing happens: there is no grey die on this side").is_visible()


def test_any_reading_beside_any_other(watched: Any) -> None:
    page = watched.play()
    names = page.get_by_label("Reading", exact=True).locator("option").evaluate_all("all => all.map(o => o.value)")
    assert {"2014", "2018", "house", "fr-2014", "es-2018"} <= set(names)
    with changing(watched, odds=False):
        page.get_by_role("button", name="Compare with a second reading").click()
    for at, name in enumerate(names):
        with changing(watched, odds=False):
            page.get_by_label("Second reading").select_option(name)
        with changing(watched, odds=False):
            page.get_by_label("Reading", exact=True).select_option(names[at - 1])
        with changing(watched, odds=False):
            page.get_by_role("button", name="reveal blue 2").click()
        shown = page.evaluate("camelPlayground.sides.map(s => s.reading.name)")
        assert shown == [names[at - 1], name]
        # Blue is in every edition; both sides have moved it.
        assert page.evaluate("camelPlayground.results.every(r => !r.position.pyramid.includes('blue'))")
    link, model = page.evaluate("[location.href, JSON.stringify(camelPlayground.model)]")
    page.goto("about:blank")
    page.goto(link)
    watched.settled(odds=False)
    assert page.evaluate("JSON.stringify(camelPlayground.model)") == model


def test_a_broken_link_starts_afresh(watched: Any) -> None:
    page = watched.play("playground.html#nonsense")
    assert page.locator("#play .camel").count() == 7
    good = {"sides": [{"reading": "2018", "set": {}}], "players": 4, "log": []}
    for wrong in ({"sides": [{"reading": "2018", "set": {"no.such": 1}}]}, {"base": {"track": 5}}):
        page.goto("about:blank")
        page = watched.play(hashed(good | wrong))
        assert page.locator("#play .camel").count() == 7
        assert page.get_by_text("so this is a new start").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_under_the_pointer_can_be_read(browser: Any, address: str, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto(f"{address}playground.html")
    page.get_by_role("button", name="Roll").hover()
    look = "b => [getComputedStyle(b).backgroundColor, getComputedStyle(b).color]"
    ground, ink = (luminance(c) for c in page.get_by_role("button", name="Roll").evaluate(look))
    page.close()
    assert (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) > 4.5


def luminance(colour: str) -> float:
    """The relative luminance of a colour as a browser writes it, by WCAG."""
    parts = [float(n) for n in re.findall(r"[\d.]+", colour)[:3]]
    red, green, blue = (p / 255 if colour.startswith("rgb") else p for p in parts)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.agreement
def test_the_modules_in_the_browser(watched: Any) -> None:
    """What Node is asked in tests/site, asked of Chromium: a house edition action by action, and the game of seed 7."""
    page = watched.go("index.html")
    page.add_script_tag(content=source())
    questions = [*games(str(HOUSE), 77, 8), Question({"pack": "2018#4", "set": {}, "seed": 7}, {})]
    assert len(questions) > 8
    *said, game = page.evaluate(
        "([packs, asks]) => answer(packs, asks)", [packs(questions), [q.ask for q in questions]]
    )
    for question, answer in zip(questions, said, strict=False):
        assert not differences(question, answer), question.ask["run"]
    turns = [t for t, _ in reference_game(engine("2018", 4), 7) if t is not None]
    assert game["turns"] == [{k: t[k] for k in ("player", "action", "args", "events")} for t in turns]


def test_chances_of_the_whole_race(watched: Any) -> None:
    """Exact where the race is nearly over, worked out beside the page."""
    position = {"track": {"15": ["blue"], "14": ["green"], "13": ["white"], "12": ["orange", "yellow"]}, "tiles": {}}
    page = opened(watched, {**position, "pyramid": ["blue", "green"]}, [], [{"reading": "2014", "set": {}}], 4)
    page.get_by_text("Chances in the whole race").click()
    page.wait_for_selector("#race-0[data-done]")
    assert page.locator("#race-0 table").get_attribute("data-method") == "exact"
    wins = page.locator("#race-0 tbody tr").evaluate_all(
        "rows => rows.map(r => [r.querySelector('th').textContent, Number(r.cells[1].textContent.replace('–', '0'))])"
    )
    whole = {"edition": "2014", **position, "pyramid": ["blue", "green"]}
    made, state = load_position(Document(whole, Span(Source("late", ""), 1, 1)), "2014")
    want = made.race(state)
    assert want.method == "exact"
    assert dict(wins) == {c: pytest.approx(100 * p, abs=0.051) for c, p in want.first.items()}


def test_from_a_folder_and_under_a_strict_policy(browser: Any, folder: Path) -> None:
    """Opened as a file, and served with a policy that lets no text become a program."""
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: complaints.append(str(e)))
    page.goto((folder / "playground.html").as_uri())
    page.wait_for_selector("#odds-0[data-done] table")
    policy = (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{_first_script(folder)}'; "
        "worker-src 'self'; style-src 'self'; img-src 'self' data:"
    )

    def serve(route: Any) -> None:
        path = folder / route.request.url.split("/", 3)[3].split("#")[0]
        types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
        headers = {"content-security-policy": policy, "content-type": types[path.suffix]}
        route.fulfill(body=path.read_bytes(), headers=headers)

    context.route("http://strict.example/**", serve)
    page.goto("http://strict.example/playground.html")
    page.wait_for_selector("#odds-0[data-done] table")
    context.close()
    assert not complaints


def _first_script(folder: Path) -> str:
    """The hash of the one script that stands in a page, which sets its colours before it is drawn."""
    text = (folder / "playground.html").read_text("utf-8").split("<script>")[1].split("</script>")[0]
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
