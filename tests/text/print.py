"""Rulebooks as printers get them: PDFs in one, two and three columns, with side boxes, heads and page numbers."""

from __future__ import annotations

import io
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table

from tests.text.writers import Part

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=9, leading=11.5, spaceAfter=5)
ITEM = ParagraphStyle("item", BODY, leftIndent=12, bulletIndent=0, spaceAfter=2)
HEADINGS = {
    1: ParagraphStyle("h1", fontName="Helvetica-Bold", fontSize=20, leading=24, spaceAfter=8),
    2: ParagraphStyle("h2", fontName="Helvetica-Bold", fontSize=13, leading=16, spaceBefore=6, spaceAfter=4),
    3: ParagraphStyle("h3", fontName="Helvetica-Bold", fontSize=11, leading=14, spaceBefore=4, spaceAfter=3),
}
MARGIN, GUTTER = 45, 16


def flow(parts: list[Part], justified: bool) -> list[Flowable]:
    body = ParagraphStyle("set", BODY, alignment=4 if justified else 0)
    item = ParagraphStyle("set item", ITEM, alignment=4 if justified else 0)
    out: list[Flowable] = []
    rows: list[tuple[str, ...]] = []
    for part in [*parts, Part("end", "")]:
        if part.kind == "row":
            rows.append(part.cells)
            continue
        if rows:
            cells = [[Paragraph(escape(c), BODY) for c in row] for row in rows]
            out += [Table(cells, hAlign="LEFT"), Spacer(1, 6)]
            rows = []
        match part.kind:
            case "heading":
                out.append(Paragraph(escape(part.text), HEADINGS[min(part.level, 3)]))
            case "item":
                out.append(Paragraph(escape(part.text), item, bulletText=part.number or "•"))
            case "end":
                pass
            case _:
                text = f"<b>{escape(part.text)}</b>" if part.bold else escape(part.text)
                out.append(Paragraph(text, body))
    return out


def pdf(parts: list[Part], columns: int = 1, justified: bool = False, furniture: bool = True) -> bytes:
    """A PDF in so many columns, with a running head and page numbers."""
    width, height = A4
    each = (width - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    frames = [
        Frame(MARGIN + n * (each + GUTTER), MARGIN + 15, each, height - 2 * MARGIN - 30, 0, 0, 0, 0)
        for n in range(columns)
    ]

    def decorate(canvas: Canvas, document: BaseDocTemplate) -> None:
        if furniture:
            canvas.setFont("Helvetica", 8)
            canvas.drawString(MARGIN, height - 30, "Rules of play")
            canvas.drawCentredString(width / 2, 25, str(document.page))

    data = io.BytesIO()
    document = BaseDocTemplate(data, pagesize=A4)
    document.addPageTemplates(PageTemplate("page", frames, onPage=decorate))
    document.build(flow(parts, justified))
    return data.getvalue()
