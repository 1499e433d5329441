"""Where random choices come from: a seed, a script, or all of them in turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chooser(Protocol):
    """Picks one of `count` equally likely options."""

    def __call__(self, count: int) -> int: ...


def seeded(seed: int) -> Chooser:
    """Choices from a seed: the same seed, the same choices."""
    rng = random.Random(seed)
    return lambda count: rng.randrange(count)


def no_chance(count: int) -> int:
    """For what is certain: drawing here is a defect."""
    raise AssertionError("a random choice where none is expected")


class Script:
    """Replays fixed choices, then takes the first option; remembers how many options there were."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = choices
        self.counts: list[int] = []

    def __call__(self, count: int) -> int:
        at = len(self.counts)
        self.counts.append(count)
        return self.choices[at] if at < len(self.choices) else 0


def every(run: Callable[[Chooser], T]) -> Iterator[tuple[Fraction, T]]:
    """Every outcome of a random run with its chance, by running it once for each sequence of choices."""
    choices: tuple[int, ...] | None = ()
    while choices is not None:
        script = Script(choices)
        result = run(script)
        weight = Fraction(1)
        for count in script.counts:
            weight /= count
        yield weight, result
        taken = [*choices, *(0,) * (len(script.counts) - len(choices))]
        choices = None
        for at in range(len(taken) - 1, -1, -1):
            if taken[at] + 1 < script.counts[at]:
                choices = (*taken[:at], taken[at] + 1)
                break
