"""XML to a tree that knows its lines, with no doctype, no entities of its own, no outside world, and bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from camelrules.door.diagnostics import RulesError, fail
from camelrules.text.archive import damaged
from camelrules.text.limits import MAX_DEPTH, MAX_ELEMENTS

_SEPARATOR = "}"


@dataclass(slots=True)
class Instruction:
    """A processing instruction, which InDesign writes for signs that have no character."""

    target: str
    data: str


@dataclass(slots=True)
class Element:
    """An element: local names of it and of its attributes, its namespace, its parts in order, and its line."""

    tag: str
    namespace: str
    attributes: dict[str, str]
    line: int
    parts: list[Element | str | Instruction] = field(default_factory=list)

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def elements(self, *tags: str) -> Iterator[Element]:
        """The elements directly in this one, of any of these names."""
        return (p for p in self.parts if isinstance(p, Element) and (not tags or p.tag in tags))

    def first(self, *tags: str) -> Element | None:
        return next(self.elements(*tags), None)

    def walk(self) -> Iterator[Element]:
        """This element and all within it, in the order of the document."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [p for p in reversed(element.parts) if isinstance(p, Element)]

    def within(self, tag: str) -> Iterator[Element]:
        return (e for e in self.walk() if e.tag == tag)


class _Refused(Exception):
    """Carries the message out of the parser's callbacks."""

    def __init__(self, error: RulesError) -> None:
        super().__init__()
        self.error = error


class _Builder:
    """Builds the tree from the parser's events."""

    def __init__(self, name: str, parser: expat.XMLParserType) -> None:
        self.name = name
        self.parser = parser
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= MAX_DEPTH or self.count > MAX_ELEMENTS:
            what = "nests its elements too deep" if len(self.open) >= MAX_DEPTH else "has too many elements"
            raise _Refused(fail("too-large", f"`{self.name}` {what}", None, "is this the right file?"))
        namespace, _, local = tag.rpartition(_SEPARATOR)
        plain = {key.rpartition(_SEPARATOR)[2]: value for key, value in attributes.items()}
        element = Element(local, namespace, plain, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].parts.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _tag: str) -> None:
        self.open.pop()

    def text(self, data: str) -> None:
        self.open[-1].parts.append(data)

    def instruction(self, target: str, data: str) -> None:
        if self.open:
            self.open[-1].parts.append(Instruction(target, data))

    def doctype(self, *_: object) -> None:
        raise _Refused(
            fail(
                "doctype",
                f"`{self.name}` declares a document type or entities of its own",
                None,
                "no program for translators writes that; remove the `<!DOCTYPE …>`",
            )
        )


def parse_xml(data: bytes, name: str) -> Element:
    """The root of a document; `name` is for messages."""
    parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
    parser.buffer_text = True
    builder = _Builder(name, parser)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.ProcessingInstructionHandler = builder.instruction
    # Without a doctype there are no entities to expand and none to fetch.
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.EntityDeclHandler = builder.doctype
    try:
        parser.Parse(data, True)
    except _Refused as refused:
        raise refused.error from None
    except expat.ExpatError as error:
        raise damaged(name, f"line {error.lineno} is not XML ({expat.ErrorString(error.code)})") from None
    except (LookupError, ValueError) as error:
        raise damaged(name, "its XML is in an unknown encoding") from error
    if builder.root is None:
        raise damaged(name, "it has no content")
    return builder.root


def whole(text: str, default: int = 0, top: int = 100_000) -> int:
    """The number that an attribute holds, where it is one and not above `top`."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= top else default
