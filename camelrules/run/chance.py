"""Where random choices come from: a seed, a script, or all of them in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chooser(Protocol):
    """Picks one of `count` equally likely options."""

    def __call__(self, count: int) -> int: ...


class Seeded:
    """Choices from a seed, the same in every back end: SplitMix64 as `docs/guides/chance.md` has it."""

    def __init__(self, seed: int, game: int = 0) -> None:
        self.state = _mix((_mix(seed & WORD) + game) & WORD)

    def __call__(self, count: int) -> int:
        low = count
        while True:
            self.state = (self.state + GAMMA) & WORD
            product = (_mix(self.state) >> 32) * count
            low = product & 0xFFFFFFFF
            # Below 2**32 modulo `count` lie the outcomes that would make some options likelier than others.
            if low >= count or low >= (1 << 32) % count:
                return product >> 32


WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def seeded(seed: int, game: int = 0) -> Chooser:
    """Choices for one game of a series: the same for the same seed, however the work is shared out."""
    return Seeded(seed, game)


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
