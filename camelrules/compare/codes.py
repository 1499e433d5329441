"""Codes of findings, and the words for people, from the specification."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from camelrules.door.names import label
from camelrules.lang.library import data_folder
from camelrules.lang.shapes import expect_choice, expect_list, expect_mapping, read_yaml, sentence
from camelrules.lang.tree import Fields, expect_fields, expect_text

KINDS = ("contradiction", "internal-contradiction", "omission", "ambiguity", "terminology", "damage")


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding."""

    code: str
    name: str
    kind: str
    says: str
    mend: str


@cache
def _file() -> Fields:
    parts = ("codes", "unsaid")
    return expect_fields(read_yaml(data_folder("spec") / "codes.yaml"), "the file of codes", parts, parts)


@cache
def codes() -> dict[str, Code]:
    """Every code, by its letters and number."""
    made: dict[str, Code] = {}
    for key, node in expect_mapping(_file().get("codes"), "`codes`"):
        code = label(key.value, "a code", key.span)
        keys = ("name", "kind", "says", "mend")
        entry = expect_fields(node, f"code `{code}`", keys, keys, key.span)
        name = expect_text(entry.get("name"), "`name`")
        made[code] = Code(
            code,
            label(name.value, "a code", name.span),
            expect_choice(entry.get("kind"), f"`kind` of `{code}`", KINDS),
            sentence(entry.get("says"), f"`says` of `{code}`"),
            sentence(entry.get("mend"), f"`mend` of `{code}`"),
        )
    return made


@cache
def unsaid() -> frozenset[str]:
    """Clauses whose absence is no fault."""
    return frozenset(expect_text(i, "a clause").value for i in expect_list(_file().get("unsaid"), "`unsaid`"))
