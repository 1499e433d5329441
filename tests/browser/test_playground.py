"""The playground in Chromium against the oracle, which is written by hand and shares no code with it."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from js_questions import ANSWER, differences, games, source
from oracle import generate
from oracle import rules as oracle

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


def test_buttons_reveal_undo_and_roll(watched: Any) -> None:
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
    # Chance may end the race before the leg is out of dice.
    roll = page.get_by_role("button", name="Roll a die")
    rolled = 0
    while not roll.is_disabled():
        with changing(watched):
            roll.click()
        rolled += 1
    assert 2 < rolled < 6
    with changing(watched):
        page.get_by_role("button", name="Score the").click()
    assert page.evaluate("camelPlayground.results[0].position.pyramid.length") in (6, 1)


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
    assert page.get_by_text("the sides differ").is_visible()
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


@pytest.mark.agreement
@pytest.mark.parametrize("edition", ["2014", "2018", str(HOUSE)])
def test_the_back_end_in_the_browser(watched: Any, edition: str) -> None:
    """What Node is asked in tests/site, asked of Chromium: whole states after every action of random games."""
    page = watched.go("index.html")
    page.add_script_tag(content=source([edition]) + ANSWER)
    questions = list(games(edition, 77, 60))
    assert len(questions) > 60
    said = page.evaluate("asks => answer(asks)", [q.ask for q in questions])
    for question, answer in zip(questions, said, strict=True):
        assert not differences(question, answer), question.ask["run"]
