"""Findings as a spreadsheet, for those who collect queries in one: a row each, and a column for the answer."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from camelrules.door.escape import xml

Finding = Mapping[str, Any]
_COLUMNS = (
    ("text", 24),
    ("place", 18),
    ("severity", 10),
    ("certainty", 10),
    ("code", 8),
    ("finding", 22),
    ("clause", 26),
    ("words", 50),
    ("stated", 14),
    ("expected", 14),
    ("message", 70),
    ("suggestion", 50),
    ("answer", 30),
)
# No cell of a spreadsheet holds more.
_LONGEST = 32_000
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
    f'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets><sheet name="Findings" sheetId="1" '
    'r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{_OFFICE}/styles" '
    'Target="styles.xml"/></Relationships>',
    # Style 1 is the head in bold, style 2 wraps its words; the two fills are those that every program expects.
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill '
    'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border>'
    '<left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" '
    'fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" '
    'xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" '
    'fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}


def sheet(findings: Sequence[Finding]) -> bytes:
    """The file; the same findings give the same bytes."""
    rows = [[name for name, _ in _COLUMNS], *(_row(f) for f in findings)]
    last = f"{_letter(len(_COLUMNS))}{len(rows)}"
    columns = "".join(
        f'<col min="{n}" max="{n}" width="{width}" customWidth="1"/>' for n, (_, width) in enumerate(_COLUMNS, 1)
    )
    body = "".join(
        f'<row r="{n}">{"".join(_cell(c, n, text) for c, text in enumerate(row, 1))}</row>'
        for n, row in enumerate(rows, 1)
    )
    content = (
        f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
        f'state="frozen"/></sheetView></sheetViews><cols>{columns}</cols><sheetData>{body}</sheetData>'
        f'<autoFilter ref="A1:{last}"/></worksheet>'
    )
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**_PARTS, "xl/worksheets/sheet1.xml": content}.items():
            # Without a date of its own, so that the same findings give the same bytes.
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, _HEAD + text)
    return data.getvalue()


def _row(f: Finding) -> list[str]:
    places = [words for _, words in f.get("links", ())] or f["lines"]
    return [
        f["file"],
        "; ".join(map(str, places)),
        f["severity"],
        f.get("certainty", ""),
        f["code"],
        f["name"],
        f["clause"],
        "\n".join(q.strip() for q in f.get("quotes", ())),
        f["stated"],
        f["expected"],
        f["message"],
        (f.get("suggestion") or {}).get("text", ""),
        "",
    ]


def _cell(column: int, row: int, text: str) -> str:
    # A string in its place is never taken for a formula, whatever it begins with.
    style = 1 if row == 1 else 2
    shown = xml(text[:_LONGEST])
    return f'<c r="{_letter(column)}{row}" t="inlineStr" s="{style}"><is><t xml:space="preserve">{shown}</t></is></c>'


def _letter(column: int) -> str:
    return chr(ord("A") + column - 1)
