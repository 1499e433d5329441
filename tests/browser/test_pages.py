"""Pages in a real browser: the stepper, filters, search and theme work."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


def test_stepper_by_buttons_and_arrow_keys(watched: Any, folder: Path) -> None:
    path = next(p for p in sorted((folder / "examples").glob("*.html")) if p.read_text().count('class="frame"') > 2)
    page = watched.go(f"examples/{path.name}")
    frames = page.locator(".frame").count()
    count = page.locator(".steps output")
    assert page.locator(".frame:visible").count() == 1
    assert count.text_content() == f"step 0 of {frames - 1}"
    page.get_by_role("button", name="Next step").click()
    assert count.text_content() == f"step 1 of {frames - 1}" and page.locator(".frame:visible .fired li").count() > 0
    page.keyboard.press("ArrowRight")
    assert count.text_content() == f"step 2 of {frames - 1}"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert count.text_content() == f"step 0 of {frames - 1}"
    assert page.get_by_role("button", name="Step back").is_disabled()
    # A rule that fired leads to its clause.
    page.get_by_role("button", name="Next step").click()
    page.locator(".frame:visible .fired a.clause").first.click()
    page.wait_for_url("**/clauses/**")


def test_drawings_have_words(watched: Any) -> None:
    page = watched.go("examples/2018-tile-cheer-onto-stack-2018.html")
    for label in page.locator("svg.board").evaluate_all("nodes => nodes.map(n => n.getAttribute('aria-label'))"):
        assert re.search(r"space \d+, bottom to top: \w+", label) and "in the pyramid" in label


def test_filters_of_the_matrix(watched: Any) -> None:
    page = watched.go("clauses/index.html")
    rows = page.locator(".matrix tbody tr:visible")
    # It opens on what is wrong.
    wrong = rows.count()
    bad = '[data-status="contradicts"], [data-status="ambiguous"]'
    assert page.locator(".matrix tbody tr:visible").filter(has=page.locator(bad)).count() == wrong
    page.locator("[name=status]").select_option("")
    every = rows.count()
    page.locator("[name=status]").select_option("contradicts")
    some = rows.count()
    assert 0 < some < wrong < every
    page.locator("[name=book]").select_option("es-2018")
    mine = rows.count()
    assert 0 < mine <= some
    for row in range(mine):
        assert rows.nth(row).locator('td[data-book="es-2018"]').get_attribute("data-status") == "contradicts"
    address = page.evaluate("location.href")
    page.locator("[name=text]").fill("no clause says this")
    assert rows.count() == 0
    page.goto("about:blank")
    page.goto(address)
    assert rows.count() == mine


def test_switch_of_the_editions(watched: Any) -> None:
    page = watched.go("rules/index.html")
    differing = page.locator(".sides tbody tr:visible").count()
    page.locator("[name=variant]").uncheck()
    assert page.locator(".sides tbody tr:visible").count() > differing > 0
    page.locator('[name=edition][value="2014"]').check()
    assert page.locator('.sides [data-edition="2018"]:visible').count() == 0
    assert page.locator('.sides [data-edition="2014"]:visible').count() > 0


def test_search_from_the_keyboard(watched: Any) -> None:
    page = watched.go("index.html")
    page.keyboard.press("/")
    page.keyboard.type("booing under")
    # The index is fetched with the first letter; the list must be the one of the whole query.
    page.wait_for_function("document.getElementById('found').dataset.of === 'booing under'")
    page.keyboard.press("ArrowDown")
    wanted = page.evaluate("document.activeElement.href")
    page.keyboard.press("Enter")
    page.wait_for_url(wanted)
    assert page.locator("h1").count() == 1 and not wanted.endswith("index.html")


def test_light_and_dark(watched: Any) -> None:
    page = watched.go("index.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.locator("#theme").click()
    assert page.evaluate(ground) != light
    page.reload()
    assert page.evaluate(ground) != light
