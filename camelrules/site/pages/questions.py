"""Open questions: our rulings, the alternatives, and a game in which the answer matters."""

from __future__ import annotations

from collections.abc import Iterator

from camelrules.door.escape import markup
from camelrules.lang.model import Parameter
from camelrules.run.engine import engine, parse_changes
from camelrules.run.examples import Outcome, run_example
from camelrules.site.boards import board_for
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front
from camelrules.site.pages.examples import engine_of
from camelrules.site.scoring import picture
from camelrules.site.words import clause_link, place


def pages(data: SiteData) -> Iterator[Page]:
    rulings: dict[str, list[tuple[str, Parameter]]] = {}
    for edition, made in data.engines.items():
        for parameter in made.game.parameters.values():
            if parameter.kind == "ruling":
                rulings.setdefault(parameter.name, []).append((edition, parameter))
    parts = [
        front("Open questions", "What no rulebook answers, our rulings, and games in which they matter."),
        "# Open questions\n",
        "No rulebook answers these, yet a program must. The first answer is our ruling; it can be changed with "
        "`--set`, and in the [playground](playground.md).\n",
        *(f"- [{markup(rulings[name][0][1].question)}](#{_anchor(name)})" for name in rulings),
        "",
    ]
    for name, found in rulings.items():
        parts += _ruling(data, name, found)
    yield Page("questions.md", "\n".join(parts))


def _anchor(name: str) -> str:
    return "ruling-" + name.replace(".", "-")


def _ruling(data: SiteData, name: str, found: list[tuple[str, Parameter]]) -> list[str]:
    first = found[-1][1]
    editions = ", ".join(e for e, _ in found)
    lines = [
        f"## {markup(first.question)} {{#{_anchor(name)}}}\n",
        f"Ruling `{name}` in {editions}. "
        + " ".join(clause_link("", c, data.catalogue) for c in first.note.clauses)
        + f' <small class="source">{markup(place(first.note.span))}</small>\n',
    ]
    # An edition may ask it otherwise, or have another answer.
    asked: dict[str, list[str]] = {}
    for edition, parameter in found:
        asked.setdefault(parameter.question, []).append(edition)
    lines += [f"In {', '.join(e)}: {markup(q)}\n" for q, e in asked.items() if q != first.question]
    answers = dict(a for _, parameter in found for a in parameter.alternatives)
    for value, words in answers.items():
        ours = [e for e, parameter in found if parameter.value == value]
        where = "" if len(ours) == len(found) else f" in {', '.join(ours)}"
        badge = f' <span class="badge ruling">our ruling{where}</span>' if ours else ""
        lines.append(f"- `{value}`: {markup(words)}{badge}")
    lines += ["", *_game(data, name, found)]
    return lines


def _game(data: SiteData, name: str, found: list[tuple[str, Parameter]]) -> list[str]:
    """An example whose outcome depends on the ruling, under each answer, side by side."""
    ruling = found[-1][1]
    if len(ruling.alternatives) < 2:
        return ["There is no other answer to play.\n"]
    clauses = set(ruling.note.clauses)
    editions = {e for e, _ in found}
    candidates = [o for o in data.outcomes if o.example.edition in editions]
    # An example made for the ruling comes first, then those that share a clause with it.
    candidates.sort(
        key=lambda o: (
            name not in (o.example.data.get("set") or {}),
            not clauses & set(o.example.clauses),
            o.example.name,
        )
    )
    for outcome in candidates:
        if name not in (outcome.example.data.get("set") or {}) and not clauses & set(outcome.example.clauses):
            break
        played = [(value, words, under(outcome, name, value)) for value, words in ruling.alternatives]
        if len({_end(o) for _, _, o in played}) > 1:
            return _shown(name, outcome, played)
    return ["No worked example depends on the answer yet.\n"]


def under(outcome: Outcome, name: str, value: str) -> Outcome:
    """An example played under an answer of a ruling."""
    game = engine(outcome.example.edition).game
    # What is given here wins over what the example sets itself.
    return run_example(outcome.example, parse_changes(game, [f"{name}={value}"]), checked=False)


def _end(outcome: Outcome) -> str:
    return repr((outcome.positions[-1:], sorted(outcome.failures)))


def _shown(name: str, outcome: Outcome, played: list[tuple[str, str, Outcome]]) -> list[str]:
    example = outcome.example
    link = f"examples/{example.edition}-{example.name}.md"
    lines = [f"A game in which it matters: [{markup(example.says)}]({link})\n"]
    cells = []
    for value, words, result in played:
        if result.positions:
            board = board_for(engine(example.edition))
            drawn = board.draw(result.positions[-1], result.positions[0], f"With {value}")
        else:
            drawn = ""
        made = engine_of(result, {name: value})
        scored = "".join(picture(made, s) for step in result.scorings for s in step)
        fold = f'<details class="rules"><summary>How it is scored</summary>{scored}</details>' if scored else ""
        note = f"<ul>{''.join(f'<li>{markup(line)}</li>' for line in _told(result))}</ul>"
        cells.append(
            f"<figure><figcaption><b>{markup(words)}</b> <code>{markup(value)}</code></figcaption>{drawn}"
            f"{note}{fold}</figure>"
        )
    return [*lines, f'<div class="beside">{"".join(cells)}</div>\n']


def _told(outcome: Outcome) -> list[str]:
    """What an answer comes to, in words; the drawing shows where the camels are."""
    lines = []
    if outcome.positions:
        money = outcome.positions[-1].get("money") or {}
        lines.append("money: " + ", ".join(f"{p} {m}" for p, m in money.items()) if money else "")
    for failure in outcome.failures:
        first = failure.splitlines()[0].split(", expected")[0]
        if not first.startswith(("track is", "money is", "tiles is")):
            lines.append(first.translate({ord(c): None for c in "'[]{}`"}).replace(" is ", ": ", 1))
    if not outcome.failures:
        lines.append("as the example says")
    return [line for line in lines if line]
