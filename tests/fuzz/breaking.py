"""Ways to break a file: in its bytes, in its lines, in its values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Draw = Callable[..., Any]

# Values that mean something to somebody: YAML, Python, a shell, a terminal, a browser, arithmetic, our own language.
HOSTILE = [
    "", "~", "null", "true", "3", "-1", "0", "1e9", "9" * 30, "9" * 5000, "0x10", "1_000", "٣", "[]", "{}", "[[]]",
    "{a: {}}", "'", '"', "|", ">", "&a x", "*a", "!!python/object:os.system x", "? a", "- x", "a: b: c", "\t",
    "\x00", "\x1b[2J", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffe", "😀", "x" * 5000, "../../etc/passwd", "a\nb",
    "::error::x", "<script>", "](javascript:x)", "*/", "';drop", "~abc", "a..b", "5..3", "0..0", "1..",
    "list of int", "red", "p1", "2018", "game", "base", "if", "none", "true and", "sum(x for x in x)", "((((((((((",
    "a[b[c[d]]]]", "not not not true", "v(x) == 1", "{track.spaces}", "%", "\\", "$(x)", "NaN",
]  # fmt: skip


@st.composite
def in_bytes(draw: Draw, data: bytes) -> bytes:
    """Some bytes changed, cut out, doubled or put in."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        size = draw(st.sampled_from([1, 1, 1, 2, 10, 100, 3000]))
        match draw(st.sampled_from(("put", "cut", "double", "end"))):
            case "put":
                data = data[:at] + draw(st.binary(min_size=1, max_size=8)) + data[at:]
            case "cut":
                data = data[:at] + data[at + size :]
            case "double":
                data = data[: at + size] + data[at:]
            case _:
                data = data[:at]
    return data


@st.composite
def in_lines(draw: Draw, text: str) -> str:
    """Some lines dropped, doubled, moved, indented otherwise, or with another value."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        match draw(st.sampled_from(("drop", "double", "swap", "indent", "value", "value", "value", "word", "word"))):
            case "drop":
                del lines[at]
                lines = lines or [""]
            case "double":
                lines.insert(at, line)
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "indent":
                lines[at] = " " * draw(st.integers(0, 8)) + line.lstrip()
            case "value":
                head, colon, _ = line.partition(":")
                lines[at] = f"{head}{colon} {draw(st.sampled_from(HOSTILE))}"
            case _:
                words = line.split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(HOSTILE))
                lines[at] = " ".join(words)
    return "\n".join(lines)


@st.composite
def broken(draw: Draw, data: bytes) -> bytes:
    """A file that somebody has spoilt, by hand or by accident."""
    if draw(st.integers(0, 3)) == 0:
        result: bytes = draw(in_bytes(data))
        return result
    text: str = draw(in_lines(data.decode()))
    return text.encode("utf-8", "surrogatepass")
