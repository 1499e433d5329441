"""What is slow and what is fast, as ratios to a plain memoised solver in Python that runs beside it.

    python benchmarks/run.py                a table
    python benchmarks/run.py --whole        and all proofs, which take minutes
    python benchmarks/run.py --json         the same as data
    python benchmarks/run.py --plots DIR    the same as pictures, for the site

Seconds depend on the machine and on what else it does; a ratio to another program in the same run hardly does.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from oracle.rules import EDITIONS, odds
from plot import bars

from camelrules.lang.source import Source, Span
from camelrules.run.document import Document
from camelrules.run.engine import engine
from camelrules.run.play import reference_game
from camelrules.run.position import load_position


def seconds(work: Callable[[], Any], times: int) -> float:
    """The least time of several runs, of this process alone."""
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def positions(edition: str, count: int, tiles: bool) -> list[dict[str, Any]]:
    """Positions with a full pyramid, early enough that few dice end the race."""
    rng, rules = random.Random(f"benchmark {edition}"), EDITIONS[edition]
    found = []
    for _ in range(count):
        track: dict[str, list[str]] = {}
        for camel in rng.sample(rules.camels, len(rules.camels)):
            track.setdefault(str(rng.randint(1, 6)), []).append(camel)
        spots = {"9": {"owner": "p1", "side": "cheer"}, "12": {"owner": "p2", "side": "boo"}} if tiles else {}
        found.append({"edition": edition, "track": track, "tiles": spots, "pyramid": list(rules.dice)})
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """A piece of work: how often it is done in a second, how often it should be, and that beside a plain program."""

    work: str
    rate: float
    target: float | None
    ratio: float | None = None  # to the plain solver at the same work, or to SPIN at checking moves
    note: str = ""
    counted: bool = False  # said as how many a second, not as the time of one

    def shown(self, rate: float) -> str:
        if not self.counted:
            return f"{1000 / rate:,.3g} ms" if rate > 1 else f"{1 / rate:.2g} s"
        return f"{rate / 1e6:,.3g} million a second" if rate >= 1e6 else f"{rate:,.0f} a second"


def leg(edition: str, tiles: bool, target: float) -> Row:
    """Exact odds of a leg, the worst of a few positions, against the plain solver on the same."""
    worst, plain = 0.0, 0.0
    for position in positions(edition, 4, tiles):
        made, state = load_position(Document(position, Span(Source("benchmark", ""), 1, 1)))
        made.odds(state)
        worst = max(worst, seconds(lambda: made.odds(state), 5))  # noqa: B023
        plain = max(plain, seconds(lambda: odds(position), 1))  # noqa: B023
    name = f"leg odds {edition}{' with tiles' if tiles else ''}"
    return Row(name, 1 / worst, 1 / target, plain / worst, f"the plain solver takes {plain:.2g} s")


def games(edition: str) -> Row:
    """Whole games of four players with random legal actions; the plain program is the reference evaluator."""
    made = engine(edition, 4)
    assert made.games is not None
    fast = made.games
    taken = seconds(lambda: fast.columns(7, range(2000), 100_000), 3) / 2000
    plain = seconds(lambda: [*reference_game(made, 7, 0)], 1)
    return Row(
        f"games {edition}", 1 / taken, 20_000, plain / taken, f"the reference evaluator takes {plain:.2g} s", True
    )


def search(edition: str, target: float, other: float | None) -> Row:
    """Moves checked in exhaustive search, one core; beside SPIN where it is installed."""
    from camelrules.prove.properties.book import open_book
    from camelrules.prove.search.exhaust import Search
    from camelrules.run.table import seat

    book = open_book(edition)
    found = Search(book, book.properties["move.every_position"], seat(book.game))  # type: ignore[arg-type]
    worker = found.worker()
    combos = list(combinations_with_replacement(range(found.space.places), found.space.group))
    some = combos if found.space.rest == 1 else combos[:: len(combos) // 100]
    checked = worker.run(some, 0, found.space.rest)[0]
    rate = checked / seconds(lambda: worker.run(some, 0, found.space.rest), 2)
    note = "SPIN on a race without stacks" if other else "SPIN is not installed"
    return Row(f"moves checked {edition}", rate, target, rate / other if other else None, note, True)


def race(edition: str) -> Row:
    """Odds of the whole race from the start."""
    rules = EDITIONS[edition]
    track = {str(1 + i): [c for j, c in enumerate(rules.racing) if j % 3 == i] for i in range(3)}
    if rules.crazy:
        track[str(rules.spaces)] = list(rules.crazy)
    made, state = load_position(Document({"edition": edition, "track": track}, Span(Source("benchmark", ""), 1, 1)))
    assert made.fast_race is not None
    answer = made.race(state)
    return Row(f"race odds {edition}", 1 / seconds(lambda: made.race(state), 1), None, None, answer.method)


def check(edition: str, language: str) -> Row:
    """`check` of a whole rulebook with its games, from the start of the process, its caches warm; processor time."""
    text = Path(__file__).parents[1] / "tests" / "texts" / f"{language}-{edition}.txt"
    taken = [processor_time("check", str(text)) for _ in range(3)]
    return Row(f"check {language}-{edition}", 1 / min(taken), 1 / 2, None, f"first run {taken[0]:.2g} s")


def verify(*options: str, target: float) -> Row:
    """Every proof, with nothing kept from an earlier run; processor time, so that two cores take half of it."""
    with tempfile.TemporaryDirectory() as folder:
        taken = processor_time("verify", *options, CAMELRULES_CACHE=folder)
    return Row(" ".join(("verify", *options)), 1 / taken, 1 / target, None, "processor time of all processes")


def processor_time(*args: str, **environment: str) -> float:
    """What a command takes from the start of its process, on all cores together."""
    command = [sys.executable, "-m", "camelrules", *args, "--jobs", "2"]
    before = children()
    subprocess.run(command, capture_output=True, check=False, env={**os.environ, **environment})
    return children() - before


def children() -> float:
    """The processor time of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spin() -> float | None:
    """Transitions a second of the model checker SPIN on a simpler race, where it is installed."""
    if shutil.which("spin") is None or shutil.which("gcc") is None:
        return None
    model = Path(__file__).with_name("moves.pml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "moves.pml").write_text(model)
        subprocess.run(["spin", "-a", "moves.pml"], cwd=folder, check=True, capture_output=True)
        subprocess.run(["gcc", "-O3", "-DSAFETY", "-o", "pan", "pan.c"], cwd=folder, check=True, capture_output=True)
        started = children()
        said = subprocess.run(["./pan", "-m10000000"], cwd=folder, check=False, capture_output=True, text=True).stdout
        taken = children() - started
    steps = re.search(r"(\d+(?:\.\d+e[+]\d+)?) transitions", said)
    return float(steps[1]) / taken if steps else None


def table(whole: bool) -> list[Row]:
    """Everything that people wait for; all proofs only where they are asked for."""
    other = spin()
    return [
        leg("2014", False, 0.0035),
        leg("2014", True, 0.0035),
        leg("2018", False, 0.015),
        leg("2018", True, 0.015),
        games("2014"),
        games("2018"),
        search("2014", 20e6, other),
        search("2018", 12e6, other),
        race("2014"),
        race("2018"),
        check("2018", "es"),
        verify("--quick", target=10),
        *((verify(target=120),) if whole else ()),
    ]


def main() -> None:
    """Measures everything and prints it, or draws it."""
    rows = table("--whole" in sys.argv)
    if "--json" in sys.argv:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    if "--plots" in sys.argv:
        folder = Path(sys.argv[sys.argv.index("--plots") + 1])
        folder.mkdir(parents=True, exist_ok=True)
        speeds = [(r.work, r.rate, r.target, r.shown(r.rate)) for r in rows]
        (folder / "speed.svg").write_text(bars("How often in a second", speeds))
        ratios = [(r.work, r.ratio, None, f"{r.ratio:,.0f} times") for r in rows if r.ratio]
        (folder / "ratios.svg").write_text(bars("Beside a plain program in the same run", ratios))
    for row in rows:
        target = f"target {row.shown(row.target)}" if row.target else ""
        times = f"{row.ratio:,.0f} times" if row.ratio else ""
        print(f"{row.work:24} {row.shown(row.rate):24} {target:30} {times:14} {row.note}")


if __name__ == "__main__":
    main()
