"""The same rulebook in every format: as programs would have written one of our texts."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

TEXTS = Path(__file__).resolve().parents[1] / "texts"


@dataclass(frozen=True)
class Part:
    """A heading (level), an item (number or `-`), a quotation, a row of cells, or a paragraph."""

    kind: str
    text: str
    level: int = 0
    number: str = ""
    cells: tuple[str, ...] = ()
    bold: bool = False


def parts_of(text: str) -> list[Part]:
    """The parts of one of our texts that are written in Markdown."""
    out: list[Part] = []
    for raw in text.splitlines():
        line = raw.strip()
        if not line or re.fullmatch(r"[|\s:-]+", line):
            continue
        if match := re.match(r"(#+) (.*)", line):
            out.append(Part("heading", bare(match[2]), len(match[1])))
        elif line.startswith("|"):
            cells = tuple(bare(c.strip()) for c in line.strip("|").split("|"))
            out.append(Part("row", " ".join(cells), cells=cells))
        elif match := re.match(r"(?:([-*])|(\d+\.)) (.*)", line):
            out.append(Part("item", bare(match[3]), number=match[2] or ""))
        elif line.startswith(">"):
            out.append(Part("quote", bare(line[1:].strip())))
        else:
            out.append(Part("paragraph", bare(line), bold=bool(re.fullmatch(r"\*\*[^*]+\*\*", line))))
    return out


def bare(text: str) -> str:
    return text.replace("*", "").strip()


def words(text: str) -> list[str]:
    """What must come out of every format: the words, without bullets and numbers of lists."""
    return re.findall(r"\w+", text)


# Text and pages.


def plain(parts: list[Part]) -> bytes:
    out = []
    for p in parts:
        mark = {"heading": "#" * p.level + " ", "item": f"{p.number or '-'} ", "quote": "> "}.get(p.kind, "")
        if p.kind == "row":
            out.append("| " + " | ".join(p.cells) + " |\n")
        else:
            text = f"**{p.text}**" if p.bold else p.text
            out.append(mark + text + ("\n" if p.kind == "item" else "\n\n"))
    return "".join(_tables(parts, out)).encode()


def _tables(parts: list[Part], lines: list[str]) -> list[str]:
    out: list[str] = []
    before = ""
    for part, line in zip(parts, lines, strict=True):
        if before in ("row", "item") and part.kind != before:
            out.append("\n")
        out.append(line)
        if part.kind == "row" and before != "row":
            out.append("|" + "---|" * len(part.cells) + "\n")
        before = part.kind
    return out


def page(parts: list[Part]) -> bytes:
    """HTML, wrapped at 100 characters as an editor would."""
    import textwrap

    out = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head><title>A page</title><style>p { margin: 0 }</style></head>",
        "<body>",
    ]
    for (kind, ordered), group in groupby(parts, key=lambda p: (p.kind, bool(p.number))):
        members = list(group)
        match kind:
            case "heading":
                out += [f"<h{p.level}>{html.escape(p.text)}</h{p.level}>" for p in members]
            case "item" if ordered:
                out += [
                    f'<ol start="{members[0].number[:-1]}">',
                    *(f"<li>{html.escape(p.text)}" for p in members),
                    "</ol>",
                ]
            case "item":
                out += ["<ul>", *(f"<li>{html.escape(p.text)}</li>" for p in members), "</ul>"]
            case "row":
                rows = ["<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in p.cells) + "</tr>" for p in members]
                out += ["<table>", *rows, "</table>"]
            case "quote":
                out += [f"<blockquote><p>{html.escape(p.text)}</p></blockquote>" for p in members]
            case _:
                for p in members:
                    text = f"<b>{html.escape(p.text)}</b>" if p.bold else html.escape(p.text)
                    out += textwrap.wrap(f"<p>{text}</p>", 100, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*out, "</body>", "</html>"]).encode()


# Archives.


def zipped(members: dict[str, str | bytes], stored: str = "") -> bytes:
    """A zip; the member that must come first and uncompressed is `stored`."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            kind = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            archive.writestr(name, content, kind)
    return data.getvalue()


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def docx_of(body: str, lists: int = 1, **parts: str) -> bytes:
    """A Word file around the XML of a body, with a bulleted list 1 and so many numbered lists from 2 on."""
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbered = "".join(f'<w:num w:numId="{n + 2}"><w:abstractNumId w:val="0"/>{restart}</w:num>' for n in range(lists))
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{W}"><w:body>{body}<w:sectPr/></w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{W}">'
        + "".join(
            f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/></w:style>'
            for n in (1, 2, 3)
        )
        + '<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style></w:styles>',
        "word/numbering.xml": f'<w:numbering xmlns:w="{W}">'
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>'
        f'</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>{numbered}</w:numbering>',
    }
    return zipped(members | {f"word/{name}.xml": text for name, text in parts.items()})


def word(parts: list[Part]) -> bytes:
    """Word, with a run broken in the middle of words as Word loves to do."""

    def paragraph(text: str, properties: str = "", bold: bool = False) -> str:
        half = len(text) // 2
        strong = "<w:rPr><w:b/></w:rPr>" if bold else ""
        runs = "".join(
            f'<w:r>{strong}<w:t xml:space="preserve">{escape(t)}</w:t></w:r>' for t in (text[:half], text[half:])
        )
        return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"

    out = []
    lists = 0
    for kind, group in groupby(parts, key=lambda p: p.kind):
        members = list(group)
        match kind:
            case "row":
                rows = ("".join(f"<w:tc>{paragraph(c)}</w:tc>" for c in p.cells) for p in members)
                out.append("<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>")
            case "item":
                for p in members:
                    lists += p.number == "1."
                    identity = 1 + lists if p.number else 1
                    numbered = f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{identity}"/></w:numPr>'
                    out.append(paragraph(p.text, numbered))
            case _:
                style = {"heading": "Heading{level}", "quote": "Quote"}.get(kind, "")
                for p in members:
                    shown = f'<w:pStyle w:val="{style.format(level=p.level)}"/>' if style else ""
                    out.append(paragraph(p.text, shown, p.bold))
    return docx_of("".join(out), lists)


def odt_of(body: str, manifest: str = "") -> bytes:
    """An OpenDocument text around the XML of a body."""
    names = {
        "office": "office",
        "text": "text",
        "table": "table",
        "style": "style",
        "draw": "drawing",
        "fo": "xsl-fo-compatible",
    }
    spaces = " ".join(f'xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{v}:1.0"' for k, v in names.items())
    styles = (
        '<style:style style:name="Strong" style:family="text">'
        '<style:text-properties fo:font-weight="bold"/></style:style>'
        '<text:list-style style:name="Steps"><text:list-level-style-number text:level="1" style:num-format="1" '
        'style:num-suffix="."/></text:list-style>'
        '<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/>'
        "</text:list-style>"
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}><office:automatic-styles>{styles}'
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    members: dict[str, str | bytes] = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content}
    if manifest:
        members["META-INF/manifest.xml"] = manifest
    return zipped(members, "mimetype")


def open_document_text(parts: list[Part]) -> bytes:
    out = []
    for (kind, ordered), group in groupby(parts, key=lambda p: (p.kind, bool(p.number))):
        members = list(group)
        match kind:
            case "heading":
                out += [f'<text:h text:outline-level="{p.level}">{escape(p.text)}</text:h>' for p in members]
            case "item":
                style = "Steps" if ordered else "Dots"
                goes_on = 'text:continue-numbering="true" ' if ordered and members[0].number != "1." else ""
                items = "".join(f"<text:list-item><text:p>{escape(p.text)}</text:p></text:list-item>" for p in members)
                out.append(f'<text:list {goes_on}text:style-name="{style}">{items}</text:list>')
            case "row":
                rows = (
                    "".join(f"<table:table-cell><text:p>{escape(c)}</text:p></table:table-cell>" for c in p.cells)
                    for p in members
                )
                out.append(
                    "<table:table>"
                    + "".join(f"<table:table-row>{r}</table:table-row>" for r in rows)
                    + "</table:table>"
                )
            case "quote":
                out += [f'<text:p text:style-name="Quotations">{escape(p.text)}</text:p>' for p in members]
            case _:
                for p in members:
                    inner = escape(p.text)
                    if p.bold:
                        inner = f'<text:span text:style-name="Strong">{inner}</text:span>'
                    out.append(f"<text:p>{inner}</text:p>")
    return odt_of("".join(out))


# Files of translators.


def xliff_1(parts: list[Part]) -> bytes:
    units = "".join(
        f'<trans-unit id="u{n}"><source>{escape(_backwards(p.text))}</source>'
        f'<target><g id="1">{escape(_marked(p))}</g></target></trans-unit>\n'
        for n, p in enumerate(units_of(parts), 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
        f'<file original="rules.idml" source-language="de" target-language="en" datatype="x-idml"><body>\n'
        f"{units}</body></file></xliff>"
    ).encode()


def xliff_2(parts: list[Part]) -> bytes:
    units = "".join(
        f'<unit id="u{n}"><segment><source>{escape(_backwards(p.text))}</source>'
        f'<target><pc id="1">{escape(_marked(p))}</pc></target></segment></unit>\n'
        for n, p in enumerate(units_of(parts), 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" '
        f'srcLang="de" trgLang="en"><file id="f1">\n{units}</file></xliff>'
    ).encode()


def catalogue(parts: list[Part]) -> bytes:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    entries = [
        f"#: rules:{n}\nmsgctxt {quoted(str(n))}\nmsgid {quoted(_backwards(p.text))}\n"
        f"msgstr {_split(_marked(p), quoted)}\n"
        for n, p in enumerate(units_of(parts), 1)
    ]
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    return "\n".join([head, *entries]).encode()


def _split(text: str, quoted: Callable[[str], str]) -> str:
    """A string over several lines, as gettext wraps it."""
    half = len(text) // 2
    return f'""\n{quoted(text[:half])}\n{quoted(text[half:])}'


def _backwards(text: str) -> str:
    """Words of no language, which the source of a unit may be."""
    return " ".join(word[::-1] for word in text.split())


def _marked(part: Part) -> str:
    """The text with what a translation program leaves of lists and tables: numbers, bullets and bars."""
    if part.kind == "row":
        return f"| {' | '.join(part.cells)} |"
    return f"{part.number or '-'} {part.text}" if part.kind == "item" else part.text


def units_of(parts: list[Part]) -> list[Part]:
    """The parts, with the line under the head of each table that Markdown has."""
    out: list[Part] = []
    for part in parts:
        before = out[-1].kind if out else ""
        out.append(part)
        if part.kind == "row" and before not in ("row", "rule"):
            out.append(Part("rule", "|" + "---|" * len(part.cells)))
    return out


# InDesign.


def idml_of(stories: dict[str, str], frames: list[tuple[str, float, float, float, float]], styles: str = "") -> bytes:
    """An IDML package: stories of XML, and frames on one page as (story, left, top, right, bottom)."""

    def frame(n: int, story: str, box: tuple[float, float, float, float]) -> str:
        left, top, right, bottom = box
        points = "".join(
            f'<PathPointType Anchor="{x} {y}"/>'
            for x, y in ((0, 0), (0, bottom - top), (right - left, bottom - top), (right - left, 0))
        )
        # The page's corner lies half a page up and to the left of the middle of its spread.
        return (
            f'<TextFrame Self="f{n}" ParentStory="{story}" ItemTransform="1 0 0 1 {left - 300} {top - 400}">'
            "<Properties><PathGeometry>"
            f"<GeometryPathType><PathPointArray>{points}</PathPointArray></GeometryPathType></PathGeometry>"
            "</Properties></TextFrame>"
        )

    package = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"'
    spread = (
        f'<idPkg:Spread {package}><Spread Self="s1"><Page Self="p1" Name="1" GeometricBounds="0 0 800 600" '
        'ItemTransform="1 0 0 1 -300 -400"/>'
        + "".join(frame(n, s, tuple(b)) for n, (s, *b) in enumerate(frames))
        + "</Spread></idPkg:Spread>"  # type: ignore[arg-type]
    )
    members: dict[str, str | bytes] = {
        "mimetype": "application/vnd.adobe.indesign-idml-package",
        "designmap.xml": f'<Document {package}><idPkg:Styles src="Resources/Styles.xml"/>'
        '<idPkg:Spread src="Spreads/Spread_s1.xml"/>'
        + "".join(f'<idPkg:Story src="Stories/Story_{s}.xml"/>' for s in sorted(stories))
        + "</Document>",
        "Resources/Styles.xml": f"<idPkg:Styles {package}><RootParagraphStyleGroup>{styles}</RootParagraphStyleGroup>"
        "</idPkg:Styles>",
        "Spreads/Spread_s1.xml": spread,
    }
    for story, text in stories.items():
        members[f"Stories/Story_{story}.xml"] = (
            f'<idPkg:Story {package}><Story Self="{story}">{text}</Story></idPkg:Story>'
        )
    return zipped(members, "mimetype")


def story(parts: list[Part]) -> str:
    """The XML of a story."""
    out = []
    for kind, group in groupby(parts, key=lambda p: p.kind):
        members = list(group)
        if kind == "row":
            columns = len(members[0].cells)
            cells = "".join(
                f'<Cell Name="{c}:{r}">{_paragraph(text, "Cell")}</Cell>'
                for r, p in enumerate(members)
                for c, text in enumerate(p.cells)
            )
            table = f'<Table BodyRowCount="{len(members)}" ColumnCount="{columns}">{cells}</Table>'
            out.append(
                f'<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/Body"><CharacterStyleRange>'
                f"{table}<Br/></CharacterStyleRange></ParagraphStyleRange>"
            )
            continue
        for p in members:
            style = {"heading": f"Heading {p.level}", "item": "Step" if p.number else "Dot", "quote": "Quote"}.get(
                kind, "Body"
            )
            out.append(_paragraph(p.text, style, "<Br/>", p.bold))
    return "".join(out)


def _paragraph(text: str, style: str, end: str = "", bold: bool = False) -> str:
    strong = ' FontStyle="Bold"' if bold else ""
    return (
        f"<ParagraphStyleRange AppliedParagraphStyle={quoteattr('ParagraphStyle/' + style)}>"
        f"<CharacterStyleRange{strong}><Content>{escape(text)}</Content>{end}</CharacterStyleRange></ParagraphStyleRange>"
    )


LIST_STYLES = (
    '<ParagraphStyle Self="ParagraphStyle/Step" Name="Step" BulletsAndNumberingListType="NumberedList"/>'
    '<ParagraphStyle Self="ParagraphStyle/Dot" Name="Dot" BulletsAndNumberingListType="BulletList"/>'
)


def idml(parts: list[Part]) -> bytes:
    """Three stories whose frames stand in reading order and whose names do not."""
    third = len(parts) // 3
    cuts = [n for n in range(1, len(parts)) if parts[n].kind == "heading"]
    first = min(cuts, key=lambda n: abs(n - third))
    second = min((n for n in cuts if n > first), key=lambda n: abs(n - 2 * third))
    stories = {"u9": story(parts[:first]), "u1": story(parts[first:second]), "u5": story(parts[second:])}
    frames = [("u5", 320, 250, 560, 750), ("u9", 40, 50, 560, 200), ("u1", 40, 250, 290, 750)]
    return idml_of(stories, [(s, *map(float, box)) for s, *box in frames], LIST_STYLES)  # type: ignore[misc, arg-type]
