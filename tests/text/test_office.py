"""Word, OpenDocument and InDesign: what their programs write beside the words."""

from __future__ import annotations

import pytest

from camelrules.text import Document, ParagraphPlace, StoryPlace, open_bytes
from camelrules.text.decode import declared_as, written_as
from camelrules.text.model import BODY, Heading, Item, Label, Row
from camelrules.text.numbering import shown
from tests.text.writers import LIST_STYLES, W, docx_of, idml_of, odt_of, zipped


def texts(document: Document) -> list[str]:
    return [line.text for line in document.lines if line.text]


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(inner: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def test_tracked_changes_are_read_as_accepted() -> None:
    deleted = "<w:del><w:r><w:delText>3</w:delText></w:r></w:del>"
    inserted = f"<w:ins>{run('4')}</w:ins>"
    document = open_bytes(docx_of(paragraph(run("Take ") + deleted + inserted + run(" pounds."))), "a.docx")
    assert texts(document) == ["Take 4 pounds."]
    assert [d.message for d in document.damage] == [
        "the document has tracked changes; it is read as if all of them were accepted"
    ]


def test_signs_of_word() -> None:
    inner = run("a") + "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/></w:r>"
    symbol = '<w:r><w:sym w:font="Camels" w:char="F041"/></w:r>'
    hidden = run("not this", "<w:vanish/>")
    document = open_bytes(docx_of(paragraph(inner + hidden) + paragraph(run("x ") + symbol)), "a.docx")
    assert texts(document) == ["a b", "c-d", "x \ufffd"]
    assert [(d.message, d.place) for d in document.damage] == [
        ("a sign of the font Camels has no character and is lost", ParagraphPlace(2))
    ]


def test_numbers_of_word() -> None:
    numbering = (
        f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="3"/>'
        '<w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1)"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num>'
        "</w:numbering>"
    )

    def item(text: str, level: int) -> str:
        return paragraph(run(text), f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="4"/></w:numPr>')

    body = item("one", 0) + item("two", 0) + item("deep", 1) + item("three", 0)
    document = open_bytes(docx_of(body, numbering=numbering), "a.docx")
    assert [line.role for line in document.lines] == [Item("c)"), Item("d)"), Item("d.1", 1), Item("e)")]


def test_boxes_tables_and_notes_of_word() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{paragraph(run('In a box'))}</w:txbxContent></w:pict></w:r>"
    copy = f'<mc:Fallback xmlns:mc="x">{box}</mc:Fallback>'
    alternate = f'<mc:AlternateContent xmlns:mc="x"><mc:Choice>{box}</mc:Choice>{copy}</mc:AlternateContent>'
    layout = (
        f"<w:tbl><w:tr><w:tc>{paragraph(run('Long. ' * 50))}{paragraph(run('More.'))}</w:tc>"
        f"<w:tc>{paragraph(run('Right.'))}</w:tc></w:tr></w:tbl>"
    )
    table = (
        f"<w:tbl><w:tr><w:tc>{paragraph(run('for'))}</w:tc><w:tc>{paragraph(run('get'))}</w:tc></w:tr>"
        f"<w:tr><w:tc>{paragraph(run('first'))}</w:tc><w:tc>{paragraph(run('5'))}</w:tc></w:tr></w:tbl>"
    )
    notes = (
        f'<w:footnotes xmlns:w="{W}"><w:footnote w:type="separator">{paragraph(run("-"))}</w:footnote>'
        f'<w:footnote w:id="2">{paragraph(run("A note."))}</w:footnote></w:footnotes>'
    )
    body = paragraph(run("Before") + f"<w:r>{alternate}</w:r>") + layout + table
    document = open_bytes(docx_of(body, footnotes=notes), "a.docx")
    assert texts(document) == [
        "Before",
        "In a box",
        ("Long. " * 50).strip(),
        "More.",
        "Right.",
        "for get",
        "first 5",
        "A note.",
    ]
    assert [line.role for line in document.lines if isinstance(line.role, Row)] == [
        Row(("for", "get")),
        Row(("first", "5")),
    ]
    assert document.lines[-1].place == ParagraphPlace(1, "footnote")


def test_a_text_pasted_into_word_keeps_its_lines_together() -> None:
    lines = ["One line of a paragraph", "and its end.", "", "- an item", "- an item", "", "The end."]
    document = open_bytes(docx_of("".join(paragraph(run(t) if t else "") for t in lines)), "a.docx")
    assert [line.text for line in document.lines] == lines


def test_styles_of_word() -> None:
    styles = (
        f'<w:styles xmlns:w="{W}"><w:style w:styleId="T1"><w:name w:val="Titre 1"/></w:style>'
        '<w:style w:styleId="Mine"><w:name w:val="Kapitel"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
        '<w:style w:styleId="Sub"><w:name w:val="My own"/><w:basedOn w:val="Mine"/></w:style></w:styles>'
    )
    body = "".join(paragraph(run(s), f'<w:pStyle w:val="{s}"/>') for s in ("T1", "Mine", "Sub"))
    body += paragraph(run("All bold", "<w:b/>")) + paragraph(run("Half", "<w:b/>") + run(" bold"))
    document = open_bytes(docx_of(body, styles=styles), "a.docx")
    roles = [line.role for line in document.lines if line.text]
    assert roles == [Heading(1), Heading(2), Heading(2), Label(), BODY]


def test_open_document_in_detail() -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>"
        '<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d<text:note>'
        "<text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body>"
        "</text:note></text:p>"
        '<text:list text:style-name="Steps"><text:list-item><text:p>one</text:p><text:p>more</text:p></text:list-item>'
        "<text:list-item><text:p>two</text:p></text:list-item></text:list>"
        "<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>"
        '<table:table><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p>'
        "</table:table-cell></table:table-row></table:table>"
    )
    document = open_bytes(odt_of(body), "a.odt")
    assert texts(document) == ["a b c", "d", "one", "more", "two", "In a box", "x x", "A note."]
    assert [line.role for line in document.lines if isinstance(line.role, Item)] == [Item("1."), Item("2.")]
    assert len(document.damage) == 1


def test_what_an_open_document_has_beside_its_words() -> None:
    """Comments, glosses and hidden words are none of the text; shapes stand after it; breaks of pages part nothing."""
    body = (
        '<text:section><text:h text:outline-level="2">The <text:soft-page-break/>camels</text:h><text:soft-page-break/>'
        "<text:p>Each <text:a>player</text:a> gets<office:annotation><text:p>three?</text:p></office:annotation> "
        '<text:change-start text:change-id="c"/>four<text:change-end text:change-id="c"/> <text:soft-page-break/>pounds'
        "<text:hidden-text>no</text:hidden-text> <text:ruby><text:ruby-base>now</text:ruby-base>"
        "<text:ruby-text>soon</text:ruby-text></text:ruby>.</text:p></text:section>"
        "<text:p>Before <draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape>and after.</text:p>"
        "<text:p><draw:g><draw:frame><draw:text-box><text:list><text:list-item><text:p>In a group</text:p>"
        "</text:list-item></text:list></draw:text-box></draw:frame></draw:g></text:p>"
        '<text:list text:style-name="Steps"><text:list-header><text:p>First</text:p></text:list-header>'
        "<text:soft-page-break/><text:list-item><text:p>one</text:p></text:list-item></text:list>"
        "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>for</text:p></table:table-cell>"
        "<table:table-cell><text:p>get</text:p></table:table-cell></table:table-row></table:table-header-rows>"
        "<text:soft-page-break/><table:table-row><table:table-cell><text:p>second</text:p></table:table-cell>"
        "<table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>"
    )
    document = open_bytes(odt_of(body), "a.odt")
    assert texts(document) == [
        "The camels", "Each player gets four pounds now.", "Before and after.", "In a shape", "In a group", "First",
        "one", "for get", "second 1",
    ]  # fmt: skip
    roles = [line.role for line in document.lines if line.role != BODY and line.text]
    assert roles == [Heading(2), Item(""), Item("1."), Row(("for", "get")), Row(("second", "1"))]


def content(text: str, style: str = "Body", more: str = "") -> str:
    return (
        f'<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/{style}"{more}><CharacterStyleRange>'
        f"<Content>{text}</Content><Br/></CharacterStyleRange></ParagraphStyleRange>"
    )


def test_stories_follow_their_frames_and_not_their_names() -> None:
    stories = {name: content(text) for name, text in {"a": "third", "b": "first", "c": "second", "d": "fourth"}.items()}
    frames = [
        ("a", 310.0, 200.0, 560.0, 700.0),
        ("c", 40.0, 200.0, 290.0, 700.0),
        ("d", 40.0, 720.0, 560.0, 790.0),
        ("b", 40.0, 40.0, 560.0, 180.0),
    ]
    document = open_bytes(idml_of(stories, frames), "a.idml")
    assert texts(document) == ["first", "second", "third", "fourth"]


def test_what_stands_in_a_story() -> None:
    text = (
        content("Die Kamele", "Head 1")
        + content("one&#x2028;line", "Body")
        + content("step", "Step")
        + content("step", "Step")
        + content("dot", "Body", ' BulletsAndNumberingListType="BulletList"')
        + '<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/Body"><CharacterStyleRange>'
        "<Content>page <?ACE 18?></Content><Note><ParagraphStyleRange><CharacterStyleRange><Content>no</Content>"
        "</CharacterStyleRange></ParagraphStyleRange></Note>"
        '<Change ChangeType="DeletedText"><Content>gone</Content></Change>'
        "<Content>end</Content></CharacterStyleRange></ParagraphStyleRange>"
    )
    document = open_bytes(idml_of({"u1": text}, [("u1", 0.0, 0.0, 100.0, 100.0)], LIST_STYLES), "a.idml")
    found = [(line.text, line.role, line.place) for line in document.lines if line.text]
    assert found == [
        ("Die Kamele", Heading(1), StoryPlace("u1", 1, "1")),
        ("one", BODY, StoryPlace("u1", 2, "1")),
        ("line", BODY, StoryPlace("u1", 2, "1")),
        ("step", Item("1."), StoryPlace("u1", 3, "1")),
        ("step", Item("2."), StoryPlace("u1", 4, "1")),
        ("dot", Item(), StoryPlace("u1", 5, "1")),
        ("page end", BODY, StoryPlace("u1", 6, "1")),
    ]
    assert "tracked changes" in document.damage[0].message


def test_a_story_on_no_page_is_not_printed() -> None:
    stories = {"a": content("printed"), "b": content("left on the pasteboard")}
    assert texts(open_bytes(idml_of(stories, [("a", 0.0, 0.0, 9.0, 9.0)]), "a.idml")) == ["printed"]


def test_a_word_file_under_another_name_is_a_word_file() -> None:
    assert open_bytes(docx_of(paragraph(run("x"))), "a.txt").format.value == "Word"
    assert open_bytes(zipped({"word/document.xml": f'<w:d xmlns:w="{W}"><w:body/></w:d>'}), "a").lines == ()


@pytest.mark.parametrize(
    ("number", "form", "expected"),
    [
        (1, "lowerLetter", "a"), (26, "a", "z"), (27, "a", "a"), (3, "upperLetter", "C"), (0, "A", "0"),
        (4, "lowerRoman", "iv"), (9, "i", "ix"), (39, "upperRoman", "XXXIX"), (40, "I", "40"), (0, "i", "0"),
        (14, "I", "XIV"), (7, "decimal", "7"), (7, "klingon", "7"), (-1, "a", "-1"),
    ],
)  # fmt: skip
def test_numbers_of_lists(number: int, form: str, expected: str) -> None:
    """As they stand in print; what no list has stays a number."""
    assert shown(number, form) == expected


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-8", "cp1252"]
)
def test_what_a_text_is_written_as(encoding: str) -> None:
    """So that what is put into it can be written in the same way: the mark and the rest give the words again."""
    words = "Jeder erhält 3 £ – „ganz“ sicher"
    marks = {
        "utf-16-le": b"\xff\xfe",
        "utf-16-be": b"\xfe\xff",
        "utf-32-le": b"\xff\xfe\0\0",
        "utf-32-be": b"\0\0\xfe\xff",
    }
    data = marks.get(encoding, b"") + words.encode(encoding)
    mark, written = written_as(data)
    assert mark + words.encode(written) == data and open_bytes(data, "a.txt").lines[0].text == words


@pytest.mark.parametrize("encoding", ["rot13", "unicode_escape", "zip", "", "utf-7", "x" * 100, "punycode", "cp99999"])
def test_encodings_that_nobody_writes_in(encoding: str) -> None:
    assert declared_as(b"a camel", encoding) is None
