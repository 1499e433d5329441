"""Examples for an edition that brings none: a first leg played at random, and what becomes of its parent's examples."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from camelrules.door.escape import markup
from camelrules.lang.source import RulesError, Source, Span
from camelrules.run.engine import Engine, engine
from camelrules.run.examples import Example, Outcome, run_example
from camelrules.run.position import save_position
from camelrules.run.reference import Event, Run
from camelrules.run.watch import Watched
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front
from camelrules.site.pages.examples import stepper
from camelrules.site.words import plural

# Enough for most legs; a longer one is cut short.
TURNS = 15
# A failed expectation without the signs of a program.
_PLAIN = str.maketrans({"[": " ", "]": None, "{": None, "}": None, "`": None, "'": None})


def own(data: SiteData) -> list[str]:
    """The editions on the site without an example of their own."""
    with_examples = {o.example.edition for o in data.outcomes}
    return [name for name in data.engines if name not in with_examples]


def pages(data: SiteData) -> Iterator[Page]:
    for name in own(data):
        yield _first_leg(data, name)


def path(edition: str) -> str:
    return f"examples/{edition}-first-leg"


def _first_leg(data: SiteData, name: str) -> Page:
    page = Page(f"{path(name)}.md", "")
    made = data.engines[name]
    outcome = played(made)
    parts = [
        front(f"A first leg of {name}", f"A leg of {made.game.title}, played at random.", script="stepper"),
        f"# A first leg of {markup(made.game.title)}\n",
        f"Edition [{name}](../rules/{name}.md) has no worked examples of its own. This is its first leg with "
        f"{plural(len(made.table.players), 'player')} who do something legal at random, always the same. "
        "[All examples](index.md).\n",
        stepper(data, made, outcome, page.root),
        *_inherited(data, name),
    ]
    return Page(page.path, "\n".join(parts))


def played(made: Engine) -> Outcome:
    """Setup and turns until the leg is scored."""
    rng = random.Random(f"first leg of {made.game.name}")
    reference, state = made.reference, made.reference.initial()
    steps: list[dict[str, Any]] = [{"effect": "setup"}]
    nowhere = Span(Source("played", ""), 1, 1)
    outcome = Outcome(
        Example("first-leg", made.game.name, "", (), {"steps": steps, "expect": {}}, nowhere), [], [], [], []
    )
    like = {"money": dict.fromkeys(made.table.players, 0)}

    def look() -> None:
        outcome.positions.append(save_position(made, state, like))
        outcome.states.append(reference.copy(state))

    look()
    for turn in range(TURNS):
        events: list[Event] = []
        fired = Watched(made, state, events)
        run = Run(state, lambda count: rng.randrange(count), events, fired)
        if turn == 0:
            reference.run("setup", (), run)
        else:
            choices = reference.choices(state)
            action = rng.choice(sorted({a for a, _ in choices}))
            args = rng.choice([given for a, given in choices if a == action])
            reference.act(action, args, run)
            steps.append({"action": action, "args": list(args), "draws": run.drawn})
            reference.run("end_of_turn", (), run)
        outcome.fired.append(fired)
        outcome.scorings.append(fired.scorings())
        look()
        if fired.scorings():
            break
    return outcome


def _inherited(data: SiteData, name: str) -> list[str]:
    """How the examples of the editions that this one extends come out under its rules."""
    made = data.engines[name]
    source = next(n for n in data.names if engine(n).game.name == name)
    parents = [o.example for o in data.outcomes if o.example.edition in made.game.lineage and not o.failures]
    if not parents:
        return []
    same, other, unplayable = 0, [], 0
    for example in parents:
        try:
            outcome = run_example(example, {}, False, lambda _, players, changes: engine(source, players, changes))
        except (RulesError, KeyError):
            unplayable += 1
            continue
        if not outcome.failures:
            same += 1
        elif not any("error[" in failure for failure in outcome.failures):
            other.append((example, outcome.failures[0].splitlines()[0]))
        else:
            unplayable += 1
    rows = [f"- [{markup(e.says)}]({e.edition}-{e.name}.md) Here: {markup(why.translate(_PLAIN))}." for e, why in other]
    return [
        "## The examples of its parents under its rules\n",
        f"Of {len(parents)} worked examples, {same} end the same way, {len(other)} differently, and "
        f"{unplayable} cannot be set up, because the edition has other camels, dice or spaces.\n",
        *rows,
        "",
    ]
