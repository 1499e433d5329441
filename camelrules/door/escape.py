"""What a user wrote, made safe for whatever reads it next: one function for each reader, named for it."""

from __future__ import annotations

import html as _html
import json
import re
from urllib.parse import quote, urlsplit

# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Direction marks make a line read otherwise than it is written; they are printable for Python in part.
_INVISIBLE = frozenset("\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u2060\ufeff") | frozenset(
    chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xFFF9, 0xFFFC))
)
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#!|~&$])")
_MARKUP = re.compile(r"[\\`*_{}\[\]<>&\"|]")
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
# What GitHub takes for a command at the start of a line, whatever program prints it and on which stream.
_COMMAND = re.compile(r"(?m)^([^\S\n]*)([:#])(?=:|#\[)")
_SAFE_SCHEMES = frozenset(("http", "https", "mailto"))


def _written_out(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def terminal(text: str) -> str:
    """One line for a terminal: whatever it would act on, or could not print, written out."""
    if text.isprintable() and not _INVISIBLE.intersection(text):
        return text
    return "".join(c if c.isprintable() and c not in _INVISIBLE else _written_out(c) for c in text)


def terminal_lines(text: str) -> str:
    """Several lines for a terminal; line ends and tabs stay."""
    return "".join(part if part in ("\n", "\t") else terminal(part) for part in re.split(r"([\n\t])", text))


def workflow_message(text: str) -> str:
    """The message of a GitHub workflow command; a line break in it would begin a command of its own."""
    return _encode_workflow(terminal_lines(text))


def workflow_property(text: str) -> str:
    """A property (a file name, a title) of a GitHub workflow command, which also ends at a colon or comma."""
    return _encode_workflow(terminal_lines(text)).replace(":", "%3A").replace(",", "%2C")


def _encode_workflow(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def no_workflow_command(text: str) -> str:
    """Lines that begin no GitHub workflow command: the first sign of what would be one is written out."""
    return _COMMAND.sub(lambda match: rf"{match[1]}\x{ord(match[2]):02x}", text)


def markdown(text: str) -> str:
    """Plain words in a Markdown page or table cell: no markup, no HTML, no link, one line."""
    return _MARKDOWN.sub(r"\\\1", terminal(" ".join(text.split())))


def markdown_words(text: str) -> str:
    """Words in a Markdown text that people go on with: only what would open markup is escaped, on one line."""
    return re.sub(r"([\\`*_<\[\]])", r"\\\1", terminal(" ".join(text.split())))


def markup(text: object) -> str:
    """Plain words inside HTML that stands in a Markdown page: neither of the two finds any markup in them."""
    line = re.sub(r"\s*[\t\n\r\x0b\x0c\x85\u2028\u2029]\s*", " ", _NOT_XML.sub("\ufffd", str(text)))
    return _MARKUP.sub(lambda match: f"&#{ord(match.group())};", line)


def markdown_code(text: str) -> str:
    """A code span whose fence is longer than any run of backticks inside, on one line."""
    inside = terminal(" ".join(text.split()))
    longest = max((len(run) for run in re.findall("`+", inside)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if inside.startswith("`") or inside.endswith("`") or not inside else ""
    return f"{fence}{pad}{inside}{pad}{fence}"


def html(text: str) -> str:
    """Text of an HTML page, or an attribute in quotes."""
    return _html.escape(_NOT_XML.sub("\ufffd", text), quote=True)


def xml(text: str) -> str:
    """Text or a quoted attribute of an XML file: escaped, and what XML cannot hold at all replaced."""
    return html(text)


def xml_characters(text: str) -> str:
    """The text without what XML cannot hold, for a writer that escapes the rest itself."""
    return _NOT_XML.sub("\ufffd", text)


def link(target: str) -> str:
    """A link target that can only be followed, never run: web addresses and places of our own; `#` for the rest."""
    target = "".join(target.split())
    try:
        scheme = urlsplit(target).scheme.lower()
    except ValueError:
        return "#"
    # A colon before the first slash is a scheme for a browser even where it is none for the parser.
    head = re.split(r"[/?#]", target, maxsplit=1)[0]
    if (":" in head and scheme not in _SAFE_SCHEMES) or "\\" in head or target.startswith("//"):
        return "#"
    return quote(target, safe="/:#?&=%@+,;~.!*'-_")


def json_text(text: str) -> str:
    """JSON in which whatever a terminal would act on, or an encoding could not hold, is written as JSON writes it."""
    if text.isascii():
        return text
    return "".join(c if c == "\n" or c == terminal(c) else json.dumps(c)[1:-1] for c in text)


def uri(path: str) -> str:
    """A file's name as the address that SARIF wants: no character that an address does not have."""
    return quote(path.replace("\\", "/"), safe="/:@!$&'()*+,;=~._-", errors="surrogatepass")


def screen(text: str, colours: bool) -> str:
    """Everything that a command prints, as it leaves: lines, tabs, our own colours, and nothing else that acts."""
    if not colours:
        return terminal_lines(text)
    parts = _COLOUR.split(text)
    return "".join(part if at % 2 else terminal_lines(part) for at, part in enumerate(parts))


def script_json(text: str) -> str:
    """JSON inside a `<script>` element, where `</script>` or `<!--` would end it."""
    escaped = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return escaped.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
