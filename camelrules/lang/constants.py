"""Sorts and parameters: the part of a game that is data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from camelrules.lang.editions import Entry, Raw
from camelrules.lang.elaborate import bounds, wanted
from camelrules.lang.model import Datum, Note, Parameter, Sort
from camelrules.lang.parse import Form, Parser
from camelrules.lang.scope import Scope, Symbols
from camelrules.lang.shapes import expect_mapping
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.syntax import Binary, Expr, Item, Lit, Param, Size
from camelrules.lang.tree import Fields, Items, Node, Text, expect_fields, expect_text, words
from camelrules.lang.types import INT, BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.lang.typing import parse_type

SortTable = dict[str, SortType | IntType]
Atoms = dict[str, tuple[str, ...]]
Reckoner = Callable[[Text, Type], object]
Noter = Callable[[Fields, str, Span], Note]
# Every rule goes through the spaces of a track; a thousand leave room for any honest one.
MAX_MEMBERS = 1000
# A set of players is a machine word in the fast evaluators.
MAX_SEATS = 60
# Sums and products of such numbers stay within a machine word.
MAX_NUMBER = 999_999_999
# The longest list of ours has six rows; the fast evaluators keep room for this many.
MAX_ROWS = 256
SORT_KEYS = ("members", "range", "values", "seats", "called", "clause", "says")


def sort_types(raw: Raw, rulings: Mapping[str, tuple[Text, ...]]) -> tuple[SortTable, Atoms]:
    """The type of each sort, and which enumerations each member belongs to."""
    table: SortTable = {}
    atoms: dict[str, tuple[str, ...]] = {}
    unions: dict[str, Text] = {}

    def enumerate_sort(name: str, members: tuple[Text, ...]) -> None:
        table[name] = SortType(name, frozenset((name,)))
        seen: set[str] = set()
        for word in members:
            if word.value in seen:
                raise fail("duplicate-member", f"`{word.value}` stands twice in `{name}`", word.span)
            seen.add(word.value)
            atoms[word.value] = (*atoms.get(word.value, ()), name)

    for name, entry in raw.sections["sorts"].items():
        fields = _sort_fields(name, entry)
        members = fields.get("members")
        if isinstance(members, Items):
            enumerate_sort(name, words(members, f"`members` of `{name}`"))
        elif isinstance(members, Text):
            unions[name] = members
        elif fields.get("seats") is not None:
            table[name] = SortType(name, frozenset((name,)))
        else:
            table[name] = IntType(None, None, name)
    for name, ruling in rulings.items():
        enumerate_sort(name, ruling)
    for name, text in unions.items():
        table[name] = SortType(name, _union(name, text, table))
        _complain_of_overlap(raw, name, text, table[name], atoms)
    return table, atoms


def _complain_of_overlap(raw: Raw, name: str, text: Text, union: SortType | IntType, atoms: Atoms) -> None:
    """A member of a union belongs to one of its parts, else it would be two things of one name."""
    assert isinstance(union, SortType)
    for atom, owners in atoms.items():
        twice = [o for o in owners if o in union.parts]
        if len(twice) > 1:
            # An edition that changed a part is to blame, not the union.
            latest = max((raw.sections["sorts"][o] for o in twice), key=lambda e: raw.lineage.index(e.origin))
            span = text.span if latest.origin == raw.lineage[0] else latest.key.span
            message = f"`{atom}` is a member of `{twice[0]}` and of `{twice[1]}`, which `{name}` joins"
            raise fail("duplicate-member", message, span, "give one of them another name")


def _sort_fields(name: str, entry: Entry) -> Fields:
    if isinstance(entry.node, Items):
        label = Text("members", "members", 0, 0, True, entry.node.span)
        return Fields(((label, entry.node),), entry.node.span)
    fields = expect_fields(entry.node, f"sort `{name}`", SORT_KEYS)
    kinds = [k for k in SORT_KEYS[:4] if fields.get(k) is not None]
    if len(kinds) != 1:
        raise fail("shape", f"sort `{name}` needs one of `members`, `range`, `values` or `seats`", entry.key.span)
    return fields


def _union(name: str, text: Text, table: SortTable) -> frozenset[str]:
    parser = Parser(text)
    parts: set[str] = set()
    while True:
        token = parser.name("the name of a sort")
        sort = table.get(token.text)
        if not isinstance(sort, SortType) or token.text == name:
            hint = f"name a sort defined before it; members are listed in brackets: `[{token.text}]`"
            raise fail("unknown-name", f"unknown sort `{token.text}`", token.span, near(token.text, table, hint))
        parts |= sort.parts
        if not parser.accept("+"):
            break
    parser.end()
    return frozenset(parts)


def _bound(raw: Raw, form: Form, table: SortTable, atoms: Atoms, types: Mapping[str, Type], used: set[str]) -> Expr:
    # The state is named only to say that it cannot be used here.
    state: dict[str, tuple[tuple[Type, ...], Type]] = dict.fromkeys(raw.sections["state"], ((), INT))
    symbols = Symbols(dict(table), dict(atoms), dict(types), state, {}, {}, {})
    return wanted(form, Scope(symbols, {}, used, stateful=False), INT, "the bound of a sort")


def _called(name: str, members: Sequence[str], node: Node | None) -> tuple[tuple[str, str], ...]:
    """What people at the table call the members of a sort."""
    made = []
    for key, value in expect_mapping(node, f"`called` of `{name}`") if node is not None else ():
        if key.value not in members:
            raise fail("unknown-name", f"`{key.value}` is no member of `{name}`", key.span, near(key.value, members))
        made.append((key.value, expect_text(value, f"what `{key.value}` is called").value))
    return tuple(made)


def sorts(
    raw: Raw, table: SortTable, atoms: Atoms, parameters: Mapping[str, Parameter], note: Noter, used: set[str]
) -> dict[str, Sort]:
    """Each sort with its members or bounds."""
    made: dict[str, Sort] = {}
    types = {n: p.type for n, p in parameters.items()}
    for name, entry in raw.sections["sorts"].items():
        fields = _sort_fields(name, entry)
        carried = note(fields, entry.origin, entry.key.span)
        sort = table[name]
        members = fields.get("members")
        if isinstance(members, Items):
            names = tuple(w.value for w in words(members, "members"))
            called = _called(name, names, fields.get("called"))
            made[name] = Sort(name, "members", names, (name,), None, None, "", carried, called)
        elif isinstance(members, Text):
            assert isinstance(sort, SortType)
            order = tuple(n for n in raw.sections["sorts"] if n in sort.parts)
            used.update(order)
            made[name] = Sort(name, "union", (), order, None, None, "", carried)
        elif (values := fields.get("values")) is not None:
            word = expect_text(values, "`values`")
            if not isinstance(types.get(word.value), ListType):
                raise fail(
                    "unknown-name", f"`{word.value}` is not a list parameter", word.span, near(word.value, types)
                )
            used.add(word.value)
            made[name] = Sort(name, "values", (), (), None, None, word.value, carried)
        else:
            kind = "range" if fields.get("range") is not None else "seats"
            parser = Parser(expect_text(fields.get(kind), f"`{kind}`"))
            form = parser.domain()
            parser.end()
            if form.head != "range":
                raise fail("shape", f"`{kind}` must be `low..high`", form.span)
            low, high = (_bound(raw, p, table, atoms, types, used) for p in form.parts)
            made[name] = Sort(name, kind, (), (name,), low, high, "", carried)
    return made


def typed(node: Text, type: Type) -> object:
    """A number or a name as it is written."""
    return node.typed if isinstance(type, IntType) else node.value


def parameter(
    name: str,
    entry: Entry,
    section: str,
    table: SortTable,
    atoms: Atoms,
    note: Noter,
    used: set[str],
    reckon: Reckoner = typed,
) -> Parameter:
    """A parameter, ruling or fact with its value."""
    if section == "rulings" or (isinstance(entry.node, Fields) and entry.node.get("alternatives") is not None):
        return _chosen(name, entry, section, table, note, reckon)
    fields = expect_fields(entry.node, f"`{name}`", ("type", "is", "clause", "says"), ("type", "is"), entry.key.span)
    type = parse_type(expect_text(fields.get("type"), "`type`"), table, used)
    value = fields.get("is")
    assert value is not None
    return Parameter(
        name, type, datum(value, type, name, atoms, reckon), note(fields, entry.origin, entry.key.span), section[:-1]
    )


def _chosen(name: str, entry: Entry, section: str, table: SortTable, note: Noter, reckon: Reckoner) -> Parameter:
    """A ruling, parameter or fact that is one of its own alternatives."""
    keys = (
        ("question", "is", "alternatives", "clause", "says")
        if section == "rulings"
        else ("is", "alternatives", "clause", "says")
    )
    fields = expect_fields(entry.node, f"`{name}`", keys, ("is", "alternatives"), entry.key.span)
    block = fields.get("alternatives")
    assert isinstance(block, Fields)
    meanings = tuple((k.value, expect_text(v, "an alternative").value) for k, v in block)
    chosen = expect_text(fields.get("is"), "`is`")
    names = [n for n, _ in meanings]
    value = chosen.value if chosen.value in names else str(reckon(chosen, table[name]))
    if value not in names:
        raise fail(
            "out-of-sort",
            f"`{chosen.value}` is not an alternative of `{name}`",
            chosen.span,
            near(chosen.value, names, f"it has {listing(names)}"),
        )
    asked = fields.get("question")
    question = " ".join(expect_text(asked, "`question`").value.split()) if asked is not None else ""
    return Parameter(
        name, table[name], value, note(fields, entry.origin, entry.key.span), section[:-1], question, meanings
    )


def datum(node: Node, type: Type, name: str, atoms: Atoms, reckon: Reckoner = typed) -> Datum:
    """A constant of the given type, or an error at its place."""
    match type:
        case ListType():
            if not isinstance(node, Items):
                raise fail(
                    "type", f"`{name}` needs `{type}`, found a single value", node.span, "write it as `[a, b, …]`"
                )
            if len(node.items) > MAX_ROWS:
                message = f"`{name}` has {len(node.items):,} items"
                raise fail("too-many", message, node.items[MAX_ROWS].span, f"a list has at most {MAX_ROWS}")
            return tuple(_row(item, type, name, atoms, reckon) for item in node.items)
        case SetType():
            raise fail("type", f"`{name}`: a parameter cannot be a set", node.span)
        case _:
            return _single(node, type, name, atoms, reckon)


def _row(node: Node, type: ListType, name: str, atoms: Atoms, reckon: Reckoner) -> tuple[int | bool | str | None, ...]:
    if len(type.of) == 1:
        return (_single(node, type.of[0], name, atoms, reckon),)
    if not isinstance(node, Items) or len(node.items) != len(type.of):
        raise fail("type", f"each item of `{name}` has {len(type.of)} parts", node.span)
    return tuple(_single(i, t, name, atoms, reckon) for i, t in zip(node.items, type.of, strict=True))


def _single(node: Node, type: Type, name: str, atoms: Atoms, reckon: Reckoner) -> int | bool | str | None:
    if not isinstance(node, Text):
        raise fail("type", f"`{name}` needs `{type}`, found a list or mapping", node.span)
    match type:
        case IntType():
            value = reckon(node, type)
            if not isinstance(value, int) or isinstance(value, bool):
                raise fail("type", f"`{name}` needs `{type}`, found `{node.value}`", node.span, "write a whole number")
            if abs(value) > MAX_NUMBER:
                raise fail("number", "the number is too large", node.span, "at most nine digits")
            if (type.low is not None and value < type.low) or (type.high is not None and value > type.high):
                raise fail("out-of-sort", f"{value} is not in `{type}`", node.span, f"`{name}` takes {bounds(type)}")
            return value
        case BoolType():
            if not isinstance(node.typed, bool):
                raise fail("type", f"`{name}` needs `true` or `false`, found `{node.value}`", node.span)
            return node.typed
        case SortType():
            members = [a for a, owners in atoms.items() if set(owners) & type.parts]
            if node.value == "none" and type.optional:
                return None
            if node.value not in members:
                raise fail(
                    "out-of-sort",
                    f"`{node.value}` is not a `{type}`",
                    node.span,
                    near(node.value, members, f"it has {listing(members)}"),
                )
            return node.value
        case _:
            # INVARIANT: `parse_type` lets no list or set into a list.
            raise AssertionError(type)


def numbers(sort: Sort, values: Mapping[str, Datum]) -> range:
    """The members of a sort that is a range of numbers."""
    assert sort.low is not None and sort.high is not None
    low, high = constant(sort.low, values), constant(sort.high, values)
    if high - low >= MAX_MEMBERS:
        message = f"`{sort.name}` would have {high - low + 1:,} members, from {low} to {high}"
        raise fail("too-many", message, sort.note.span, f"at most {MAX_MEMBERS:,}")
    return range(low, high + 1)


def check_seats(sort: Sort, values: Mapping[str, Datum]) -> None:
    """Somebody plays, and the fewest are not more than the most."""
    assert sort.low is not None and sort.high is not None
    low, high = constant(sort.low, values), constant(sort.high, values)
    if not 1 <= low <= high <= MAX_SEATS:
        hint = f"write `fewest..most`, at least 1 and at most {MAX_SEATS}"
        raise fail("out-of-sort", f"`{sort.name}` would have {low} to {high} seats", sort.note.span, hint)


def constant(expr: Expr, values: Mapping[str, Datum]) -> int:
    """The number that an expression over parameters alone comes to."""
    match expr:
        case Lit(value=int() as value):
            return int(value)
        case Param():
            found = values[expr.name]
            assert isinstance(found, int)
            return found
        case Size(list=Param() as param):
            rows = values[param.name]
            assert isinstance(rows, tuple)
            return len(rows)
        case Item(list=Param() as param):
            rows = values[param.name]
            assert isinstance(rows, tuple)
            at = constant(expr.at, values)
            if not 1 <= at <= len(rows):
                raise fail("out-of-sort", f"item {at} of a list of {len(rows)}", expr.span)
            item = rows[at - 1][0]
            assert isinstance(item, int)
            return item
        case Binary():
            left, right = constant(expr.left, values), constant(expr.right, values)
            table = {
                "+": left + right,
                "-": left - right,
                "*": left * right,
                "max": max(left, right),
                "min": min(left, right),
            }
            return table[expr.op]
        case _:
            raise fail("type", "only numbers and parameters may be used here", expr.span)
