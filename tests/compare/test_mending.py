"""Findings mended: in the text's own words, with the smallest change, and clean when it is read again."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from camelrules.compare.findings import findings
from camelrules.compare.mending import mend
from camelrules.compare.placing import Sheet
from camelrules.compare.verdicts import Review, review
from camelrules.compare.wording import wording
from camelrules.read.reader import read_document, read_text
from camelrules.text.opening import open_bytes
from camelrules.text.patching import original, patched
from camelrules.write import Noun

TEXTS = Path(__file__).resolve().parents[1] / "texts"
FAULTS = [
    e for e in yaml.safe_load((TEXTS / "faults.yaml").read_text("utf-8")) if e["kind"] not in ("terminology", "damage")
]


def text_of(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text("utf-8")


def reviewed(text: str, name: str) -> Review:
    language, edition = Path(name).name.split("-")[:2]
    return review(read_document(open_bytes(text.encode(), f"{name}.txt"), language=language, edition=edition))


def mended(text: str, name: str) -> str:
    """The text with its findings ended; whatever is found in it then is a failure."""
    result = mend(text.encode(), reviewed(text, name))
    assert not result.left, [(f.clause, f.message) for f in result.left]
    return result.data.decode()


def changed(name: str, find: str, replace: str) -> tuple[str, str]:
    """What stands between the same beginning and the same end after a fault was planted and mended."""
    right = text_of(name)
    assert right.count(find) == 1
    wrong = right.replace(find, replace)
    after = mended(wrong, name)
    start = next(i for i, (a, b) in enumerate(zip(wrong, after, strict=False)) if a != b)
    line = after.rfind("\n", 0, start) + 1
    end = after.find("\n", start)
    return right[line : right.find("\n", line)], after[line:end]


def test_a_number_is_all_that_changes() -> None:
    right, after = changed("en-2018", "5, 3 or 2 EP", "5, 3 or 1 EP")
    assert after == right


def test_a_number_in_words_stays_in_words() -> None:
    right, after = changed("en-2014", "sixteen numbered spaces", "eighteen numbered spaces")
    assert after == right


def test_a_direction_is_all_that_changes() -> None:
    right, after = changed("en-2018", "camel run counterclockwise", "camel run clockwise")
    assert after == right


def test_a_sentence_anew_is_in_the_words_of_the_text() -> None:
    """Another rule in other words: the sentence is ours, its nouns are the text's, and its neighbours stay."""
    _, after = changed("en-2018", "Your card goes on top of any", "Your card goes under any")
    assert "race card" in after or "card" in after
    assert "finish card" not in after


def test_what_is_left_out_comes_beside_its_neighbours() -> None:
    right = text_of("en-2018")
    gone = " The other player may not refuse."
    after = mended(right.replace(gone, ""), "en-2018")
    paragraph = next(p for p in after.split("\n") if "refuse" in p)
    assert paragraph[:40] == next(p for p in right.split("\n") if gone in p)[:40]


def test_what_is_left_out_stays_in_its_section() -> None:
    """Said anywhere else, a sentence would only be out of sight of what contradicts it."""
    wrong = text_of("en-2018").replace("they share the victory", "the youngest of them wins")
    after = mended(wrong, "en-2018")
    assert after.index("share the victory") > after.index("## End of the race")


# Of every planted fault that is found, how many become clean; measured, and not to fall.
CLEAN = 0.9


@pytest.mark.slow
def test_most_planted_faults_become_clean() -> None:
    seen = clean = 0
    left = []
    for entry in FAULTS:
        wrong = text_of(entry["text"]).replace(entry["find"], entry["replace"])
        found = reviewed(wrong, entry["text"])
        if findings(found):
            seen += 1
            result = mend(wrong.encode(), found)
            clean += not result.left
            left += [entry["id"]] if result.left else []
    assert seen > 100 and clean >= CLEAN * seen, (clean, seen, left)


def pasted(wrong: str, name: str) -> str | None:
    """A text with the suggestion of its first finding in place of the sentence; nothing where there is no such."""
    found = reviewed(wrong, name)
    first = next((f for f in findings(found) if f.code in ("CR101", "CR102")), None)
    if first is None:
        return None
    suggestion, verdict = first.suggestion(), found.clauses[first.clause]
    assert suggestion is not None and found.document is not None
    at = {j.claim.sentence for j in verdict.of(verdict.status)}
    sheet = Sheet(original(wrong.encode(), f"{name}.txt"), found.document)
    edit = (
        sheet.instead(found.reading.segments[at.pop()], suggestion["text"]) if len(at) == 1 and -1 not in at else None
    )
    return patched(sheet.file, [edit]).decode() if edit is not None else None


@pytest.mark.slow
def test_a_pasted_suggestion_leaves_a_text_clean() -> None:
    """A sentence that states several clauses is suggested anew with all of them."""
    clean = {name: set[str]() for name in {e["text"] for e in FAULTS}}
    for name in clean:
        clean[name] = {f.clause for f in findings(reviewed(text_of(name), name))}
    tried = 0
    for entry in [e for e in FAULTS if "contradiction" in e["kind"]][::4]:
        wrong = text_of(entry["text"]).replace(entry["find"], entry["replace"])
        after = pasted(wrong, entry["text"])
        if after is not None:
            tried += 1
            left = {f.clause for f in findings(reviewed(after, entry["text"])) if f.severity != "note"}
            assert left <= clean[entry["text"]], entry["id"]
    assert tried > 20


@pytest.mark.parametrize(
    ("name", "style", "nouns"),
    [
        (
            "more/es-2018-casa",
            "familiar",
            {
                "tile": Noun("loseta de público", "losetas de público", "f"),
                "ticket": Noun("vale de apuesta", "vales de apuesta", "m"),
                "leg": Noun("manga", "", "f"),
                "unit": Noun("grupo", "", "m"),
            },
        ),
        (
            "more/fr-2018-wiki",
            "formal",
            {"tile": Noun("tuile Public", "tuiles Public", "f"), "unit": Noun("caravane", "", "f")},
        ),
        (
            "en-2018",
            "familiar",
            {"card": Noun("race card", "race cards"), "tile": Noun("audience tile", "audience tiles")},
        ),
    ],
)
def test_the_words_of_a_text(name: str, style: str, nouns: dict[str, Noun]) -> None:
    """Its nouns in both numbers with their gender, and how it speaks to its reader, are heard from the text alone."""
    manner = wording(read_text(text_of(name), name))
    assert manner.style == style
    assert {n: manner.names.get(n) for n in nouns} == nouns


def test_a_suggestion_is_in_the_manner_of_the_text() -> None:
    """A French text that says `vous`, `caravane` and `tuile Public` gets sentences that do."""
    text = text_of("more/fr-2018-wiki")
    said = " ".join(
        s["text"] for f in findings(reviewed(text[: len(text) // 2], "fr-2018-wiki")) if (s := f.suggestion())
    )
    assert "caravane" in said and "tuile Public" in said and "votre" in said
    assert "jeton de pari" in said and " ton " not in said
    # What moves is the text's caravan also where we would say no more than `the group`.
    assert "la caravane recule" in said and "groupe" not in said


def suggested(name: str, find: str, replace: str, clause: str) -> str:
    """What is suggested for a clause after a fault was planted."""
    right = text_of(name)
    assert right.count(find) == 1
    found = findings(reviewed(right.replace(find, replace), Path(name).name))
    suggestion = next(f for f in found if f.clause == clause).suggestion()
    assert suggestion is not None
    return suggestion["text"]


def test_a_suggestion_says_what_its_sentence_says_in_passing() -> None:
    """A clause that only this sentence states, and that it states in few words, is not lost with the sentence."""
    said = suggested("more/en-2018-legal", "every camel above it.", "every camel below it.", "crazy.carry")
    assert said.startswith("A camel that moves carries all the camels above it. A crazy camel that moves")


def test_a_suggestion_is_in_the_order_of_a_rulebook() -> None:
    """`There` and `it` have something to stand for: what is done comes before how it is counted."""
    find = "on space 16 for a 1, on space 15 for a 2, on space 14 for a 3"
    said = suggested("more/en-2018-legal", find, find.replace("16", "19"), "setup.crazy.map")
    assert said.index("Roll the grey die") < said.index("The number rolled")


def test_nothing_is_put_between_the_parts_of_a_sentence() -> None:
    """What is missing comes behind the whole sentence, not behind the part that ends with a semicolon."""
    gone = " The owner of the tile at once gets 1 EP from the bank, a single pound however many camels are in the unit."
    right = text_of("en-2018")
    assert right.count(gone) == 1
    after = mended(right.replace(gone, ""), "en-2018")
    assert "ends its move on it; a unit that merely passes over feels nothing." in after
    assert ";." not in after and "bank" in after[after.index("feels nothing") :][:120]
