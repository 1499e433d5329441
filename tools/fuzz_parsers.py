"""Guided fuzzing of the parsers with atheris: whatever the bytes, nothing but the program's own error comes out.

`make fuzz-parsers` runs it (atheris is installed for that alone; it has wheels for Python 3.11). The first
argument names a parser; the rest goes to libFuzzer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import atheris

with atheris.instrument_imports(include=["camelrules"]):
    from camelrules.door.diagnostics import RulesError, Source, Span
    from camelrules.lang.parse import parse_expression, parse_loop, parse_statement
    from camelrules.lang.tree import Text, parse_yaml
    from camelrules.run.document import read_line
    from camelrules.text.opening import open_bytes


def _scalar(data: bytes) -> Text:
    source = Source("fuzz", data.decode("utf-8", "replace"))
    return Text(source.text, source.text, 1, 1, True, Span(source, 1, 1))


def _document(suffix: str) -> Callable[[bytes], object]:
    return lambda data: open_bytes(data, f"fuzz.{suffix}")


PARSERS: dict[str, Callable[[bytes], object]] = {
    "yaml": lambda data: parse_yaml(Source("fuzz", data.decode("utf-8", "replace"))),
    "line": lambda data: read_line(data.decode("utf-8", "replace"), Source("fuzz", ""), 1),
    "expression": lambda data: parse_expression(_scalar(data)),
    "statement": lambda data: parse_statement(_scalar(data)),
    "loop": lambda data: parse_loop(_scalar(data)),
    **{suffix: _document(suffix) for suffix in ("txt", "md", "html", "po", "xliff", "docx", "odt", "idml")},
}


def main() -> None:
    """Runs one parser until it breaks or the time is up."""
    parse = PARSERS[sys.argv[1]]

    def one(data: bytes) -> None:
        try:
            parse(data)
        except RulesError as error:
            error.render()

    atheris.Setup([sys.argv[0], *sys.argv[2:]], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
