"""Hostile text for each reader of our output: the terminal, workflows, Markdown, HTML, XML, links and file names."""

from __future__ import annotations

import html.parser
import json
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelrules.door import escape
from camelrules.door.diagnostics import RulesError
from camelrules.door.names import file_part, is_label, is_name, label

# Every character there is, surrogates and what no terminal should see included, and pieces that mean something.
text = st.lists(
    st.characters() | st.sampled_from(["\x1b[2J", "\r\n::error::x", "<script>", "`", "](javascript:x)", "%0A", "]]>"]),
    max_size=20,
).map("".join)


@given(text)
def test_a_terminal_gets_one_line_it_does_not_act_on(given_: str) -> None:
    """Nothing below a blank, no direction mark, and what was printable stays."""
    shown = escape.terminal(given_)
    assert shown.isprintable() and not re.search("[\u202a-\u202e\u2066-\u2069\u200b-\u200f]", shown)
    assert escape.terminal(shown) == shown
    lines = escape.terminal_lines(given_)
    assert all(part.isprintable() for part in re.split("[\n\t]", lines))


@given(text)
def test_a_workflow_command_stays_one(given_: str) -> None:
    """GitHub reads commands line by line; `%` escapes give the text back."""
    for escaped in (escape.workflow_message(given_), escape.workflow_property(given_)):
        assert "\n" not in escaped and "\r" not in escaped
        plain = escaped.replace("%2C", ",").replace("%3A", ":").replace("%0D", "\r").replace("%0A", "\n")
        assert plain.replace("%25", "%") == escape.terminal_lines(given_)
    assert not re.search("[:,]", escape.workflow_property(given_))


@pytest.mark.parametrize("line", ["::error::x", "  \t::warning file=a::x", "##[error]x", " ##[group]x", ":::x"])
def test_a_line_that_would_command_a_workflow(line: str) -> None:
    """The runner looks behind blanks too; what is no command stays as it is."""
    shown = escape.no_workflow_command(f"before\n{line}\nafter")
    assert not re.search(r"(?m)^\s*(::|##\[)", shown) and shown.startswith("before\n") and shown.endswith("\nafter")
    assert shown.encode().decode("unicode_escape") == f"before\n{line}\nafter"
    for plain in ("## Setup", "# [a](b)", "a::b", ": x", "p1 ::"):
        assert escape.no_workflow_command(plain) == plain


class _Elements(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.data = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.data += data


@given(text)
def test_html_and_xml_hold_it_as_text(given_: str) -> None:
    """No element, no attribute of its own, and XML that can be parsed."""
    page = _Elements()
    page.feed(f'<p title="{escape.html(given_)}">{escape.html(given_)}</p>')
    page.close()
    assert page.elements == ["p"]
    held = ET.fromstring(f'<a b="{escape.xml(given_)}">{escape.xml(given_)}</a>').text or ""
    assert held.replace("\n", "") == escape.xml_characters(given_).replace("\r\n", "").replace("\r", "").replace(
        "\n", ""
    )


@given(text)
def test_markdown_holds_it_as_words(given_: str) -> None:
    """Neither element nor link nor emphasis nor table cell comes of it."""
    markdown = pytest.importorskip("markdown")
    page = _Elements()
    page.feed(markdown.markdown(f"a {escape.markdown(given_)} z", extensions=["tables"]))
    page.close()
    assert page.elements == ["p"]


@given(text)
def test_a_code_span_stays_one(given_: str) -> None:
    """Whatever backticks are in it."""
    span = escape.markdown_code(given_)
    fence = re.match("`+", span)
    assert fence and span.endswith(fence.group()) and "\n" not in span
    inside = span[len(fence.group()) : -len(fence.group())]
    assert all(len(run) < len(fence.group()) for run in re.findall("`+", inside))


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " java\nscript:alert(1)", "data:text/html,<script>", "vbscript:x",
        "\x01javascript:x", "//evil.example/x", "\\\\evil\\x", "file:///etc/passwd", "x:y",
    ],
)  # fmt: skip
def test_links_that_would_run_or_leave(target: str) -> None:
    """Go nowhere."""
    assert escape.link(target) == "#" or escape.link(target).startswith("%")


@pytest.mark.parametrize(
    "target", ["https://example.org/a?b=c#d", "../rules/index.md", "#here", "a.html", "mailto:a@b.c"]
)
def test_honest_links_stay(target: str) -> None:
    """As they are."""
    assert escape.link(target) == target


@given(text)
def test_json_in_a_script_does_not_end_it(given_: str) -> None:
    """And is still the same JSON."""
    written = escape.script_json(json.dumps(given_, ensure_ascii=False))
    assert "<" not in written and "\u2028" not in written and json.loads(written) == given_


@given(text)
def test_a_file_name_stays_in_its_folder(given_: str) -> None:
    """No separator, no hidden file, no parent, and short enough for every file system."""
    part = file_part(given_)
    assert re.fullmatch("[A-Za-z0-9._-]+", part) and not part.startswith(".") and ".." not in part and len(part) <= 100


def test_names() -> None:
    """Identifiers of the language, and labels that may name a file."""
    assert (
        is_name("camel.space_1")
        and not is_name("a-b")
        and not is_name("a */ b")
        and not is_name("a\n")
        and not is_name("")
    )
    assert is_label("2018") and is_label("my-edition.2") and not is_label("../x") and not is_label("a..b")
    assert not is_label(".x") and not is_label("x" * 101) and not is_label("x\n::error::y")
    with pytest.raises(RulesError, match="cannot be the name of an edition"):
        label("../../x", "an edition")
