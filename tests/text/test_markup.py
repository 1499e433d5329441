"""Markdown and HTML: markup off, lines and columns kept."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelrules.text import Document, LinePlace, open_bytes
from camelrules.text.model import BODY, Heading, Item, Label, Quote, Row, Rule
from camelrules.text.places import column_of, place_data


def pointed(document: Document, data: str) -> list[tuple[str, str]]:
    """Each word of the document, and what stands at its place in the file."""
    lines = data.split("\n")
    out = []
    for line in document.lines:
        assert isinstance(line.place, LinePlace)
        for match in re.finditer(r"\w+", line.text):
            start = column_of(line.place, match.start())
            out.append((match.group(), lines[line.place.line - 1][start - 1 : start - 1 + len(match.group())]))
    return out


MARKDOWN = """---
title: not read
---
# The **camels**

Each [player](http://example.org/a(b)) has *3* __pounds__ and `one` tile\\*.
Read on ![a pyramid](p.png) here &amp; there.<!-- hidden
still hidden --> Back again.

Underlined
----------

- [x] first
2. second
> *Example.* Red moves.

| for | you *get* |
|:---|---:|
| a ticket | +1 |

**Money**

a_b_c 2 * 3 * 4
"""


def test_markdown_is_read_line_by_line() -> None:
    document = open_bytes(MARKDOWN.encode(), "a.md")
    assert len(document.lines) == len(MARKDOWN.splitlines())
    found = [(line.text, line.role) for line in document.lines if line.text or line.role != BODY]
    assert found == [
        ("The camels", Heading(1)),
        ("Each player has 3 pounds and one tile*.", BODY),
        ("Read on a pyramid here & there.", BODY),
        ("Back again.", BODY),
        ("Underlined", Heading(2)),
        ("first", Item()),
        ("second", Item("2.")),
        ("Example. Red moves.", Quote()),
        ("for you get", Row(("for", "you get"))),
        ("", Rule(2)),
        ("a ticket +1", Row(("a ticket", "+1"))),
        ("Money", Label()),
        ("a_b_c 2 * 3 * 4", BODY),
    ]


def test_columns_of_markdown() -> None:
    found = pointed(open_bytes(MARKDOWN.encode(), "a.md"), MARKDOWN)
    assert len(found) > 30
    assert [word for word, there in found if word != there] == []


HTML = """<!DOCTYPE html>
<html><head><title>No</title><meta charset="utf-8"><style>p{}</style></head>
<body>
<h2 class="x">The camels</h2>
<p>Each <b>player</b> has
3 pounds &amp; one tile.</p><p>Next <i>one</i>.</p>
<div hidden>Not this</div><script>if (a < b) {}</script>
<ol start="4"><li>four<li>five <ul><li>dot</li></ul></ol>
<table><tr><th>for<th>you get<tr><td>a ticket<td>+1</table>
<p>One<br>two</p><p><strong>Money</strong></p>
<blockquote>Red moves.</blockquote>
</body></html>
"""


def test_html_keeps_its_lines() -> None:
    document = open_bytes(HTML.encode(), "a.html")
    found = [
        (line.place.line, line.text, line.role, line.continues)
        for line in document.lines
        if isinstance(line.place, LinePlace) and (line.text or line.role != BODY)
    ]
    assert found == [
        (4, "The camels", Heading(2), False),
        (5, "Each player has", BODY, False),
        (6, "3 pounds & one tile.", BODY, True),
        (6, "Next one.", BODY, False),
        (8, "four", Item("4."), False),
        (8, "five", Item("5."), False),
        (8, "dot", Item("", 1), False),
        (9, "for you get", Row(("for", "you get")), False),
        (9, "", Rule(2), False),
        (9, "a ticket +1", Row(("a ticket", "+1")), False),
        (10, "One", BODY, False),
        (10, "two", BODY, False),
        (10, "Money", Label(), False),
        (11, "Red moves.", Quote(), False),
    ]


def test_columns_of_html() -> None:
    document = open_bytes(HTML.encode(), "a.html")
    rows = [line for line in document.lines if isinstance(line.role, Row)]
    found = pointed(Document("a", document.format, tuple(x for x in document.lines if x not in rows)), HTML)
    assert len(found) > 15
    assert [word for word, there in found if word != there] == []


def test_a_place_has_the_columns_of_its_words() -> None:
    line = open_bytes(b"## The **red** camel\n", "a.md").lines[0]
    assert place_data(line) == {"line": 1, "column": 4, "end_column": 21}
    assert place_data(line, 4, 7) == {"line": 1, "column": 10, "end_column": 13}


def test_a_plain_text_in_a_page_keeps_its_empty_lines() -> None:
    document = open_bytes(b"<html><body><pre>One line\nand two.\n\nThree.</pre></body></html>", "a.html")
    assert [line.text for line in document.lines] == ["One line", "and two.", "", "Three."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_encodings(encoding: str) -> None:
    document = open_bytes("Los camellos más rápidos – ¡ya!\nFin".encode(encoding), "a.txt")
    assert [line.text for line in document.lines] == ["Los camellos más rápidos – ¡ya!", "Fin"]


def test_a_page_may_name_its_encoding() -> None:
    data = '<html><head><meta charset="iso-8859-15"></head><body><p>5 €</p></body></html>'.encode("iso-8859-15")
    assert [line.text for line in open_bytes(data, "a.html").lines] == ["5 €"]


@pytest.mark.parametrize(
    ("name", "data", "format_"),
    [
        ("a.txt", b"<!DOCTYPE html><html><body><p>Hello</p></body></html>", "HTML"),
        ("a.txt", b'<?xml version="1.0"?><html xmlns="x"><body>x</body></html>', "HTML"),
        ("-", b'msgid "a"\nmsgstr "b"\n', "PO"),
        ("a", b"Just words.", "plain text"),
        ("a.xyz", b"# Just words.", "plain text"),
        ("a.txt", b"5 < 6 and so on", "plain text"),
        ("a.markdown", b"# Just words.", "Markdown"),
    ],
)
def test_formats_by_their_content(name: str, data: bytes, format_: str) -> None:
    assert open_bytes(data, name).format.value == format_


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab *_`[]()#>|-\\<&;!\n1.é", max_size=80), st.sampled_from(["a.md", "a.html", "a.txt"]))
def test_any_text_is_read(text: str, name: str) -> None:
    if not text.strip():
        return
    document = open_bytes(text.encode(), name)
    for line in document.lines:
        assert isinstance(line.place, LinePlace)
        assert 1 <= line.place.line <= text.count("\n") + 1
        # What is left of a line is in it, in order.
        assert "\n" not in line.text
    if name != "a.html":
        assert len(document.lines) == len(text.splitlines())
