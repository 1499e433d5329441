"""XLIFF and PO: segments, inline codes, and what is not translated yet."""

from __future__ import annotations

from camelrules.text import EntryPlace, UnitPlace, open_bytes
from camelrules.text.model import Heading, Item, Row


def xliff(version: str, inner: str) -> bytes:
    return f'<xliff version="{version}"><file original="rules.docx" id="f1">\n{inner}</file></xliff>'.encode()


def test_segments_of_one_unit_are_one_paragraph() -> None:
    data = xliff(
        "1.2",
        "<body><group><trans-unit id='7'><source>Eins. Zwei.</source><seg-source><mrk mtype='seg' mid='1'>Eins.</mrk> "
        "<mrk mtype='seg' mid='2'>Zwei.</mrk></seg-source><target><mrk mtype='seg' mid='1'>One.</mrk> "
        "<mrk mtype='seg' mid='2'>Two.</mrk></target><alt-trans><target>Wrong.</target></alt-trans></trans-unit>"
        "</group></body>",
    )
    lines = open_bytes(data, "a.sdlxliff").lines
    assert [(line.text, line.continues, line.source, line.place) for line in lines] == [
        ("One.", False, "Eins. Zwei.", UnitPlace("7", "1", "rules.docx", 2)),
        ("Two.", True, "", UnitPlace("7", "2", "rules.docx", 2)),
    ]


def test_inline_codes_are_no_words() -> None:
    target = (
        "Take <bpt id='1'>&lt;b&gt;</bpt><g id='2'>3</g><ept id='1'>&lt;/b&gt;</ept> "
        "<ph id='3'>{0}<sub>pounds</sub></ph>.<x id='4'/>"
    )
    document = open_bytes(
        xliff("1.2", f"<body><trans-unit id='1'><target>{target}</target></trans-unit></body>"), "a.xlf"
    )
    assert [line.text for line in document.lines] == ["Take 3 pounds."]


def test_xliff_2_in_the_order_of_the_target() -> None:
    unit = (
        "<unit id='u1'><segment id='s1'><source>A</source><target order='3'>second</target></segment><ignorable>"
        "<source> </source></ignorable><segment id='s2'><source>B</source><target order='1'><pc id='1'>fi</pc>rst"
        "<cp hex='001A'/></target></segment></unit><unit id='u2'><segment><source>C</source></segment></unit>"
    )
    document = open_bytes(xliff("2.1", unit), "a.xliff")
    assert [(line.text, line.place) for line in document.lines] == [
        ("first\ufffd", UnitPlace("u1", "s2", "rules.docx", 2)),
        ("second", UnitPlace("u1", "s1", "rules.docx", 2)),
    ]
    assert document.lines[0].source == "A B"
    assert [d.message for d in document.damage] == ["1 unit has no translation yet and can say nothing: u2"]


def test_a_unit_may_say_what_it_is() -> None:
    units = "".join(
        f"<trans-unit id='{n}' restype='{kind}'><source>x</source><target>{text}</target></trans-unit>"
        for n, (kind, text) in enumerate((("x-h2", "Money"), ("", "- item"), ("", "| a | b |"), ("", "| c | d |")))
    )
    lines = open_bytes(xliff("1.2", f"<body>{units}</body>"), "a.xlf").lines
    assert [line.role for line in lines if line.text] == [Heading(2), Item(), Row(("a", "b")), Row(("c", "d"))]
    assert [line.text for line in lines[-2:]] == ["a b", "c d"]


PO = r"""# comment
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"

#: a.c:1
msgid "Each \"player\""
msgstr "Cada \"jugador\"\n"
"tiene 3 libras"

#, fuzzy, c-format
#| msgid "old"
msgctxt "menu"
msgid "one coin"
msgid_plural "coins"
msgstr[0] "una moneda"
msgstr[1] "monedas"

msgid "open"
msgstr ""

#~ msgid "obsolete"
#~ msgstr "obsoleto"
"""


def test_entries_of_a_catalogue() -> None:
    document = open_bytes(PO.encode(), "a.po")
    found = [(line.text, line.source, line.place) for line in document.lines if line.text]
    assert found == [
        ('Cada "jugador"', 'Each "player"', EntryPlace(1, 8)),
        ("tiene 3 libras", "", EntryPlace(1, 8)),
        ("una moneda", "one coin", EntryPlace(2, 16, "menu")),
        ("monedas", "one coin", EntryPlace(2, 16, "menu")),
    ]
    assert [d.message for d in document.damage] == [
        "1 entry has no translation yet and can say nothing: line 20",
        "1 entry has a translation marked as fuzzy, which is read as it stands: line 16",
    ]


def test_a_catalogue_in_another_encoding() -> None:
    data = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n\nmsgid "x"\nmsgstr "más"\n'
    assert [line.text for line in open_bytes(data.encode("latin-1"), "a.po").lines] == ["más"]
