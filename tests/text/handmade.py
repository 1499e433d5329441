"""PDFs that no program should write: made by hand, byte by byte."""

from __future__ import annotations

import io
import zlib

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas


def pdf_of(content: str, *font: str) -> bytes:
    """One page with a content stream, and the objects of its font from number 5 on."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        *font,
    ]
    out, offsets = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n"
    )
    return (out + end + f"startxref\n{len(out)}\n%%EOF").encode("latin-1")


def inflated(stream: bytes) -> bytes:
    """One page whose content stream is packed, and no table of its objects: readers find them by themselves."""
    packed = zlib.compress(stream)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (n, o) for n, o in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer << /Root 1 0 R >>\n%%EOF"


def lost_glyphs() -> bytes:
    """A text in which one sign of the font has a name that means nothing."""
    encoding = "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /g17] >>"
    font = f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding {encoding} >>"
    return pdf_of("BT /F1 12 Tf 50 700 Td (Each player gets \\001 pounds from the bank.) Tj ET", font)


def unmapped() -> bytes:
    """A text whose font does not say which letters it shows."""
    system = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
    return pdf_of(
        "BT /F1 12 Tf 50 700 Td <002400250026002700280029> Tj ET",
        "<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+X /Encoding /Identity-H /DescendantFonts [6 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+X /FontDescriptor 7 0 R /DW 500 "
        f"/CIDSystemInfo {system} >>",
        "<< /Type /FontDescriptor /FontName /AAAAAA+X /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 "
        "/Descent -200 /CapHeight 700 /StemV 80 >>",
    )


def drawn(lines: list[tuple[float, float, str]], pages: int = 1, **options: str) -> bytes:
    """Lines of text at places, in points from the upper left corner."""
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=A4, **options)
    for _ in range(pages):
        canvas.setFont("Helvetica", 10)
        for x, y, text in lines:
            canvas.drawString(x, A4[1] - y, text)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def scanned(words: str = "") -> bytes:
    """A page that is a picture, and perhaps one of text after it."""
    from PIL import Image

    data = io.BytesIO()
    canvas = Canvas(data, pagesize=A4)
    canvas.drawImage(ImageReader(Image.new("RGB", (60, 80), "white")), 0, 0, *A4)
    canvas.showPage()
    if words:
        canvas.drawString(60, 700, words)
        canvas.showPage()
    canvas.save()
    return data.getvalue()
