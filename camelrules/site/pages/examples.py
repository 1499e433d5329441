"""Worked examples with pictures: every example as frames to step through, each with the rules that fired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from camelrules.door.escape import markup
from camelrules.run.engine import Engine, engine, parse_changes
from camelrules.run.examples import Outcome
from camelrules.run.reference import Fired
from camelrules.run.story import note_of, shown
from camelrules.site.boards import board_for
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front, table
from camelrules.site.scoring import holdings, picture
from camelrules.site.words import clause_link, fill, place, title


def pages(data: SiteData) -> Iterator[Page]:
    for outcome in data.outcomes:
        yield _example(data, outcome)
    yield _index(data)


def path(edition: str, name: str) -> str:
    return f"examples/{edition}-{name}"


def _example(data: SiteData, outcome: Outcome) -> Page:
    example = outcome.example
    page = Page(f"{path(example.edition, example.name)}.md", "")
    changes = example.data.get("set") or {}
    under = "".join(f" · {markup(n)} = {markup(v)}" for n, v in changes.items())
    parts = [
        front(title(example.name), example.says, script="stepper"),
        f"# {title(example.name).capitalize()}\n",
        f"**{markup(example.says)}**\n",
        f"Edition [{example.edition}](../rules/{example.edition}.md){under}. Clauses: "
        + (" ".join(clause_link(page.root, c, data.catalogue) for c in example.clauses) or "none")
        + f'. <small class="source">{markup(place(example.span))} · [all examples](index.md)</small>\n',
    ]
    table_ = engine_of(outcome)
    if outcome.positions:
        parts.append(stepper(data, table_, outcome, page.root))
    else:
        parts += [picture(table_, scoring) + "\n" for step in outcome.scorings for scoring in step]
    parts += _expected(table_, example.data["expect"])
    if outcome.failures:
        parts += ["!!! The result is not the expected one:\n", *(f"- {markup(f)}" for f in outcome.failures)]
    return Page(page.path, "\n".join(parts))


def engine_of(outcome: Outcome, more: Mapping[str, object] | None = None) -> Engine:
    """The table that an example is played at: its edition, its players and what it changes, and `more`."""
    data = outcome.example.data
    settings = [f"{k}={v}" for k, v in {**(data.get("set") or {}), **(more or {})}.items()]
    changes = parse_changes(engine(outcome.example.edition).game, settings)
    given = data.get("leg") or data.get("final")
    players = tuple(given.get("players") or given["money"]) if given else None
    if players is None and outcome.states:
        players = tuple(p for (p,) in outcome.states[0]["money"])
    return engine(outcome.example.edition, players, changes)


def stepper(data: SiteData, made: Engine, outcome: Outcome, root: str) -> str:
    """The frames of an example; without a script they stand below each other."""
    steps = outcome.example.data.get("steps") or []
    board = board_for(made)
    frames = []
    for at, position in enumerate(outcome.positions):
        before = outcome.positions[at - 1] if at else None
        caption = "The position" if at == 0 else _caption(steps[at - 1])
        rules = _fired(data, made, outcome.fired[at - 1], root) if at and at <= len(outcome.fired) else ""
        drawing = board.draw(position, before, f"Step {at} of {len(outcome.positions) - 1}")
        held = holdings(made, outcome.states[at])
        scored = "".join(picture(made, s) for s in outcome.scorings[at - 1]) if at else ""
        # A scoring applies many rules; its picture comes first, and they fold away below it.
        below = f'<details class="rules"><summary>The rules that fired</summary>{rules}</details>' if scored else ""
        frames.append(
            f'<li class="frame"><figure>{drawing}<figcaption><b>{markup(caption)}</b>{held}'
            f"{'' if scored else rules}</figcaption></figure>{scored}{below}</li>"
        )
    return f'<ol class="stepper" start="0" aria-label="Steps of the example">{"".join(frames)}</ol>\n'


def _caption(step: Mapping[str, Any]) -> str:
    if "reveal" in step:
        words = str(step["reveal"]).split()
        colour = f"{words[1]} " if len(words) == 3 else ""
        return f"The {words[0]} die shows {colour}{words[-1]}"
    args = ", ".join(shown(a) for a in step.get("args") or ())
    name = title(str(step.get("effect") or step.get("action")))
    refused = f", which `{step['refused']}` forbids" if step.get("refused") else ""
    drawn = ", ".join(shown(v) for d in step.get("draws") or () for v in d.values())
    return f"{name.capitalize()}{': ' + args if args else ''}{' → ' + drawn if drawn else ''}{refused}"


def _fired(data: SiteData, made: Engine, fired: list[Fired], root: str) -> str:
    rows = []
    for step in fired:
        note = note_of(made, step)
        named = {n: a for (n, _), a in zip(params(made, step), step.args, strict=True)}
        text = fill(_filled(note.says, named), made.game, made.table.values) if note.says else ""
        clauses = " ".join(clause_link(root, c, data.catalogue) for c in note.clauses)
        rule = f"{step.name}.{step.rule}" if step.rule else step.name
        rows.append(f"<li><code>{markup(rule)}</code> {text} <small>{clauses}</small></li>")
    return f'<ul class="fired">{"".join(rows)}</ul>' if rows else ""


def _filled(text: str, named: Mapping[str, object]) -> str:
    for name, value in named.items():
        text = text.replace("{" + name + "}", "none" if value is None else shown(value))
    return text


def params(made: Engine, step: Fired) -> tuple[tuple[str, object], ...]:
    """Names and types of what a fired rule was given."""
    game = made.game
    if step.kind == "decision":
        return game.decisions[step.name].params
    return game.effects[step.name].params if step.kind == "effect" else game.actions[step.name].params


# What an example expects, in words; whatever else it names is a variable of the state.
_WHAT = {
    "track": "where the camels stand, bottom to top",
    "tiles": "tiles",
    "pyramid": "dice in the pyramid",
    "money": "money",
    "change": "gained or lost",
    "mover": "the camel that moves",
    "ranking": "ranking, first to last",
    "race_over": "the race is over",
    "leg_over": "the leg is over",
    "winners": "most money",
}


def _expected(made: Engine, expect: Mapping[str, Any]) -> list[str]:
    rows: list[list[object]] = []
    for key, value in expect.items():
        if key == "state":
            rows += [[_sentence(made, name), _shown(part)] for name, part in value.items()]
        elif key == "track":
            rows.append([_WHAT[key], "; ".join(f"space {s}: {_shown(stack)}" for s, stack in value.items())])
        elif key == "tiles":
            told = "; ".join(f"space {s}: {t['side']}, of {t['owner']}" for s, t in value.items())
            rows.append([_WHAT[key], told or "none"])
        else:
            rows.append([_WHAT.get(key, title(key)), _shown(value)])
    return ["## Expected result\n", table(["what", "value"], rows)]


def _sentence(made: Engine, name: str) -> str:
    """A variable of the state in the words of the specification."""
    says = made.game.state[name].note.says if name in made.game.state else ""
    return markup(says.rstrip(".") if says else title(name))


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{k} {_shown(v)}" for k, v in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(_shown(v) for v in value) or "nothing"
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return markup(str(value).replace("-", "−") if isinstance(value, int) else title(str(value)))


def _index(data: SiteData) -> Page:
    files: dict[str, list[Outcome]] = {}
    for outcome in data.outcomes:
        files.setdefault(outcome.example.span.source.name, []).append(outcome)
    total = len(data.outcomes)
    parts = [
        front("Examples", "Every worked example, drawn and stepped through."),
        "# Worked examples\n",
        f"{total} small games. Each is run by the reference evaluator when the site is built; what you see is what the "
        "rules did, step by step. Use the buttons or the arrow keys.\n",
    ]
    # Editions without an example of their own have a first leg, played at random.
    for name in [n for n in data.engines if n not in {o.example.edition for o in data.outcomes}]:
        made = data.engines[name]
        parts += [f"## {markup(made.game.title)}\n", f"- [A first leg]({name}-first-leg.md) <small>{name}</small>\n"]
    for name, outcomes in files.items():
        parts.append(f"## {title(name.rsplit('/', 1)[-1].removesuffix('.yaml')).capitalize()}\n")
        for outcome in outcomes:
            e = outcome.example
            parts.append(f"- [{title(e.name)}]({e.edition}-{e.name}.md) <small>{e.edition}</small>: {markup(e.says)}")
        parts.append("")
    return Page("examples/index.md", "\n".join(parts))
