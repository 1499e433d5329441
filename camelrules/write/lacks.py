"""What a language still needs before every clause of every edition can be written in it."""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.lang.binding import Binding, bindings
from camelrules.lang.catalogue import catalogue
from camelrules.lang.kinds import MemberKind, NumberKind, RateKind, ShareKind
from camelrules.lang.library import library
from camelrules.write.book import plan
from camelrules.write.language import Phrase, Phrasebook
from camelrules.write.library import phrasebook
from camelrules.write.render import render
from camelrules.write.sentence import phrased, sentence, voice

# Whose sentences are shown as models.
_MODEL = "en"


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing: a phrase, the sentence for a member, a heading or a word."""

    name: str
    what: str  # phrase, opening, member, heading or word
    clauses: tuple[str, ...]
    model: str = ""  # what English has there

    @property
    def message(self) -> str:
        match self.what:
            case "phrase":
                return f"no phrase for `{self.name}`: {catalogue()[self.name].meaning}; in English “{self.model}”"
            case "opening":
                return f"no opening for `{self.name}`, with which a rulebook begins; in English “{self.model}”"
            case "member":
                return f"no sentence for `{self.name}` in the phrase of `{self.clauses[0]}`"
            case "heading":
                return f"no heading `{self.name}`; in English “{self.model}”"
            case _:
                return f"no word for `{self.name}`, which {', '.join(self.clauses)} may have to name"


def lacks(language: str | Phrasebook) -> tuple[Lack, ...]:
    """What is missing, in the order of the catalogue."""
    book = phrasebook(language) if isinstance(language, str) else language
    missing: list[Lack] = []
    known = _bound()
    editions = {c: name for name in library().editions() for c in bindings(name)}
    for clause, several in known.items():
        phrase = book.phrases.get(clause)
        if phrase is None:
            missing.append(Lack(clause, "phrase", (clause,), sentence(clause, None, editions[clause], _MODEL)))
            continue
        missing += [Lack(member, "member", (clause,)) for member in _unsaid(phrase, several)]
    ahead = dict.fromkeys(c for o in plan().sections for c in o.opening)
    missing += [Lack(c, "opening", (c,), _opening(c, editions[c])) for c in ahead if c not in book.openings]
    absent = [o.heading for o in plan().sections if o.heading not in book.headings]
    missing += [Lack(name, "heading", (), _heading(name)) for name in absent]
    colours = dict.fromkeys(m for b in known.get("comp.camel_colours", ()) for m in getattr(b.expected, "names", ()))
    missing += [Lack(c, "word", ("comp.camel_colours",)) for c in colours if c not in book.words]
    return tuple(missing)


def _opening(clause: str, edition: str) -> str:
    speaker = voice(edition, _MODEL)
    return phrased(speaker, speaker.book.openings[clause], bindings(edition)[clause].expected, edition)


def _heading(name: str) -> str:
    """What English has above a section, in the newest edition."""
    speaker = voice(library().editions()[-1], _MODEL)
    return render(speaker.book.headings[name], speaker, {"n": 1}, {})


def _bound() -> dict[str, list[Binding]]:
    """Every clause as each shipped edition has it."""
    editions = [bindings(name) for name in library().editions()]
    return {c: several for c in catalogue() if (several := [e[c] for e in editions if c in e])}


def wanted(several: list[Binding]) -> tuple[str, ...]:
    """The cases that a phrase must have a sentence for, where it is written case by case."""
    cases: dict[str, None] = {}
    for binding in several:
        match binding.kind:
            case MemberKind() | RateKind():
                cases.update(dict.fromkeys(binding.kind.members))
            case NumberKind():
                cases.update(dict.fromkeys(("negative", "zero", "positive")))
            case ShareKind():
                cases.update(dict.fromkeys(("all", "some")))
            case _:
                pass
    return tuple(cases)


def _unsaid(phrase: Phrase, several: list[Binding]) -> list[str]:
    if "" in phrase.cases:
        return []
    numbers = any(isinstance(b.kind, NumberKind) for b in several)
    if numbers or any(isinstance(b.kind, ShareKind) for b in several):
        if "other" in phrase.cases:
            return []
        if numbers and not phrase.cases.keys() & {"negative", "zero", "positive"}:
            return ["other"]
    return [case for case in wanted(several) if case not in phrase.cases]
