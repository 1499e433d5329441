"""Conditions asked of every member of a domain at once: one bit each, by operations on whole words and vectors.

Only what can never fail is asked so. Bits that no member of the domain has mean nothing.
"""

from __future__ import annotations

from camelrules.lang.model import Function
from camelrules.lang.syntax import (
    Binary,
    Binder,
    Call,
    Expr,
    If,
    In,
    Lit,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    SortDomain,
    ValueDomain,
    Var,
)
from camelrules.lang.types import BOOL, BoolType, IntType, ListType, SetType, SortType
from camelrules.lang.walk import children
from camelrules.run.wasm import form
from camelrules.run.wasm.base import row_load
from camelrules.run.wasm.expressions import Expressions
from camelrules.run.wasm.form import I64, Const, Load, op
from camelrules.run.wasm.memory import MOST_MEMBERS, Slot
from camelrules.run.wasm.values import Alias, Bound, Env, Num, Set, number

NONE, ALL = Const(0, I64), Const(-1, I64)
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_MIRROR = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LANES = {1: ("i8x16", 16), 2: ("i16x8", 8), 4: ("i32x4", 4), 8: ("i64x2", 2)}
# A range that is written out as bits is not longer than this; a longer one is gone through.
LONGEST_RANGE = 40


class Masks(Expressions):
    """Masks of conditions over a `Bound` name."""

    # -- domains -------------------------------------------------------------------------
    def domain(self, binder: Binder, env: Env) -> tuple[Bound, form.Expr] | None:
        """A domain as bits with the mask of its members, where it has few enough and its size is known."""
        domain = binder.domain
        match domain:
            case SortDomain():
                members = self.members(domain.sort)
                bound = self.bound(members, isinstance(binder.types[0], IntType))
                return (bound, Const(bound.all, I64)) if bound else None
            case RangeDomain():
                low, high = self.num(domain.low, env).constant, self.num(domain.high, env).constant
                if low is None or high is None or high - low >= LONGEST_RANGE:
                    return None
                bound = self.bound(list(range(low, high + 1)), True)
                return (bound, Const(bound.all, I64)) if bound else None
            case ValueDomain():
                if not isinstance(domain.value.type, SetType):
                    return None
                value = self.expr(domain.value, env)
                assert isinstance(value, Set)
                bound = self.bound(self.codes.of(domain.value.type.of), False)
                return (bound, value.node) if bound else None

    @staticmethod
    def bound(members: list[int], numbers: bool) -> Bound | None:
        if len(members) > MOST_MEMBERS or (not numbers and members and max(members) >= MOST_MEMBERS):
            return None
        return Bound(tuple(members), tuple(range(len(members)) if numbers else members))

    # -- names ---------------------------------------------------------------------------
    def mentions(self, expr: Expr, env: Env, bound: Bound) -> bool:
        """Whether an expression depends on the bound name."""
        if isinstance(expr, Var):
            value = env.get(expr.name)
            if isinstance(value, Alias):
                return self.mentions(value.expr, value.env, bound)
            return value is bound
        return any(self.mentions(e, env, bound) for e in children(expr))

    def is_name(self, expr: Expr, env: Env, bound: Bound) -> bool:
        while isinstance(expr, Var):
            value = env.get(expr.name)
            if not isinstance(value, Alias):
                return value is bound
            expr, env = value.expr, value.env
        return False

    def head(self, expr: Expr, env: Env, bound: Bound) -> tuple[Expr, Env]:
        """The expression that this one comes to once calls are opened and settled conditions taken."""
        while True:
            if isinstance(expr, Var) and isinstance(alias := env.get(expr.name), Alias):
                expr, env = alias.expr, alias.env
            elif isinstance(expr, Call) and isinstance(self.game.callable(expr.name), Function):
                definition = self.game.functions[expr.name]
                env = self.opened(definition, expr, env)
                expr = definition.body
            elif isinstance(expr, Binary) and expr.op == "*" and (part := self.unscaled(expr, env, bound)):
                expr = part
            elif isinstance(expr, If):
                before = self.traps
                test = self.mask(expr.test, env, bound)
                if self.traps > before or not isinstance(test, Const):
                    self.traps = before
                    return expr, env
                if test.value & bound.all == 0:
                    expr = expr.other
                elif test.value & bound.all == bound.all:
                    expr = expr.then
                else:
                    return expr, env
            else:
                return expr, env

    def unscaled(self, expr: Binary, env: Env, bound: Bound) -> Expr | None:
        """The other factor of a product with 1."""
        for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if not self.mentions(one, env, bound) and self.num(one, env).constant == 1:
                return other
        return None

    def opened(self, definition: Function, call: Call, env: Env) -> Env:
        inner: Env = {}
        for (name, _), arg in zip(definition.params, call.args, strict=True):
            inner[name] = env[arg.name] if isinstance(arg, Var) else Alias(arg, env)
        return inner

    # -- masks ---------------------------------------------------------------------------
    def mask(self, expr: Expr, env: Env, bound: Bound) -> form.Expr | None:
        """For which members a condition holds; None where asking could fail."""
        before = self.traps
        node = self._mask(expr, env, bound)
        if self.traps > before:
            self.traps = before
            return None
        return node

    def _mask(self, expr: Expr, env: Env, bound: Bound) -> form.Expr | None:
        if not self.mentions(expr, env, bound):
            return spread(self.test(expr, env))
        match expr:
            case Not():
                inner = self._mask(expr.arg, env, bound)
                return None if inner is None else op("i64.xor", inner, ALL)
            case Binary() if expr.op in ("and", "or"):
                return self.both(expr, env, bound)
            case Binary() if isinstance(expr.left.type, BoolType):
                left, right = self._mask(expr.left, env, bound), self._mask(expr.right, env, bound)
                if left is None or right is None:
                    return None
                differ = op("i64.xor", left, right)
                return op("i64.xor", differ, ALL) if expr.op == "==" else differ
            case Binary():
                return self.compared(expr, env, bound)
            case If():
                return self.either(expr, env, bound)
            case In() if self.is_name(expr.arg, env, bound):
                return self.inside(expr, env, bound)
            case Read():
                return self.column(expr, env, bound) or self.across(expr, env, bound) or self.apart(expr, env, bound)
            case Call() if isinstance(self.game.callable(expr.name), Function):
                definition = self.game.functions[expr.name]
                return self._mask(definition.body, self.opened(definition, expr, env), bound)
            case Quant() if expr.kind in ("exists", "all"):
                return self.nested(expr, env, bound)
            case Var() if isinstance(alias := env.get(expr.name), Alias):
                return self._mask(alias.expr, alias.env, bound)
            case _:
                return self.apart(expr, env, bound)

    def both(self, expr: Binary, env: Env, bound: Bound) -> form.Expr | None:
        left = self._mask(expr.left, env, bound)
        if left is None:
            return None
        settled = 0 if expr.op == "and" else bound.all
        if isinstance(left, Const) and left.value & bound.all == settled:
            return left
        right = self._mask(expr.right, env, bound)
        return None if right is None else op("i64.and" if expr.op == "and" else "i64.or", left, right)

    def either(self, expr: If, env: Env, bound: Bound) -> form.Expr | None:
        test = self._mask(expr.test, env, bound)
        if test is None:
            return None
        if isinstance(test, Const) and test.value & bound.all in (0, bound.all):
            return self._mask(expr.then if test.value & bound.all else expr.other, env, bound)
        then, other = self._mask(expr.then, env, bound), self._mask(expr.other, env, bound)
        if then is None or other is None:
            return None
        local = self.frame.new(I64)
        first = form.Put(local, test)
        kept = op("i64.and", form.Get(local), then)
        rest = op("i64.and", op("i64.xor", form.Get(local), ALL), other)
        return form.After((first,), op("i64.or", kept, rest))

    def inside(self, expr: In, env: Env, bound: Bound) -> form.Expr | None:
        domain = expr.domain
        if isinstance(domain, ValueDomain) and isinstance(domain.value.type, SetType):
            if self.mentions(domain.value, env, bound):
                return self.apart(expr, env, bound)
            value = self.expr(domain.value, env)
            assert isinstance(value, Set)
            return value.node
        return self.apart(expr, env, bound)

    def apart(self, expr: Expr, env: Env, bound: Bound) -> form.Expr | None:
        """One member after the other; what is the same for every state becomes a constant."""
        names = [n for n, v in env.items() if v is bound]
        aliased = [n for n, v in env.items() if isinstance(v, Alias)]
        constant, nodes = 0, []
        for value, bit in zip(bound.values, bound.bits, strict=True):
            inner = dict(env)
            fixed = number(value)
            for name in names:
                inner[name] = fixed
            for name in aliased:
                inner[name] = self.fix(env[name], bound, fixed)
            node = self.test(expr, inner)
            if isinstance(node, Const):
                constant |= node.value << bit
            else:
                nodes.append(op("i64.shl", op("i64.extend_i32_u", node), Const(bit, I64)))
        total: form.Expr = Const(constant, I64)
        for node in nodes:
            total = op("i64.or", total, node)
        return total

    def fix(self, value: object, bound: Bound, fixed: Num) -> Alias:
        """An alias in which the bound name is one member."""
        assert isinstance(value, Alias)
        inner: Env = {}
        for name, known in value.env.items():
            if known is bound:
                inner[name] = fixed
            elif isinstance(known, Alias):
                inner[name] = self.fix(known, bound, fixed)
            else:
                inner[name] = known
        return Alias(value.expr, inner)

    def column(self, expr: Read, env: Env, bound: Bound) -> form.Expr | None:
        """A row of a truth map, where the bound name is its first index."""
        slot = self.slot(expr.name)
        first, *rest = expr.index
        if not slot.masked or not self.is_name(first, env, bound):
            return None
        if any(self.mentions(e, env, bound) for e in rest):
            return None
        values = (number(0), *(self.num(e, env) for e in rest))
        before, _, address, offset = self.locate(slot, values, expr.span)
        node: form.Expr = Load(row_load(slot.width), address, offset)
        return form.After(before, node) if before else node

    def across(self, expr: Read, env: Env, bound: Bound) -> form.Expr | None:
        """One bit of each row of a truth map, where the bound name is its last index, sixteen bytes at a time."""
        slot = self.slot(expr.name)
        if not slot.masked or len(expr.index) < 2:
            return None
        found = self.side_by_side(expr, env, bound)
        # `none` would be the last bit of a row, which may be a member's.
        if found is None or self.num(expr.index[0], env).low < 0:
            return None
        before, bit, address, offset = found
        assert bit is not None
        kind, lanes = _LANES[slot.width]
        # The bit becomes the sign of its row.
        count = op("i32.sub", Const(8 * slot.width - 1), bit)
        total: form.Expr = NONE
        for at in range(0, max(bound.bits, default=-1) + 1, lanes):
            rows = form.Op(f"{kind}.shl", (Load("v128.load", address, offset + at * slot.width), count))
            bits = form.Op(f"{kind}.bitmask", (rows,))
            total = op("i64.or", total, op("i64.shl", op("i64.extend_i32_u", bits), Const(at, I64)))
        return form.After(before, total) if before else total

    def compared(self, expr: Binary, env: Env, bound: Bound) -> form.Expr | None:
        """A comparison: of the name itself, or of a whole row of cells with one value."""
        if expr.op not in _COMPARE or isinstance(expr.left.type, SetType | ListType):
            return self.apart(expr, env, bound)
        if self.mentions(expr.left, env, bound) and self.mentions(expr.right, env, bound):
            return self.paired(expr, env, bound)
        for this, other, sign in ((expr.left, expr.right, expr.op), (expr.right, expr.left, _MIRROR[expr.op])):
            if self.mentions(other, env, bound):
                continue
            subject, inner = self.head(this, env, bound)
            if isinstance(subject, If):
                return self.split(sign, (subject, inner), (other, env), bound)
            if not self.mentions(subject, inner, bound):
                value, against = self.expr(subject, inner), self.expr(other, env)
                return spread(self.compare(sign, value, against))
            if isinstance(subject, Lit | Param):
                continue
            if self.is_name(subject, inner, bound) and isinstance(subject.type, SortType) and sign in ("==", "!="):
                bit = op("i64.shl", Const(1, I64), op("i64.extend_i32_u", self.num(other, env).node))
                return bit if sign == "==" else op("i64.xor", bit, ALL)
            if isinstance(subject, Read):
                gathered = self.gather(subject, inner, bound, sign, other, env)
                if gathered is not None:
                    return gathered
        return self.apart(expr, env, bound)

    def paired(self, expr: Binary, env: Env, bound: Bound) -> form.Expr | None:
        """A comparison in which both sides depend on the name: two rows of cells, or a condition taken apart."""
        left, left_env = self.head(expr.left, env, bound)
        right, right_env = self.head(expr.right, env, bound)
        if isinstance(left, If):
            return self.split(expr.op, (left, left_env), (right, right_env), bound)
        if isinstance(right, If):
            return self.split(_MIRROR[expr.op], (right, right_env), (left, left_env), bound)
        if isinstance(left, Read) and isinstance(right, Read):
            rows = self.row_of(left, left_env, bound), self.row_of(right, right_env, bound)
            if rows[0] is not None and rows[1] is not None and rows[0].width == rows[1].width:
                return self.vectors(expr.op, rows[0], rows[1], bound)
        return self.apart(expr, env, bound)

    def split(self, sign: str, choice: tuple[If, Env], other: tuple[Expr, Env], bound: Bound) -> form.Expr | None:
        """`(if t then a else b) == c` as `if t then a == c else b == c`."""
        chosen, env = choice
        span = chosen.span
        # A name of the rules never begins with dots, so that none is hidden.
        parts = {"..t": chosen.test, "..a": chosen.then, "..b": chosen.other}
        names: Env = {name: Alias(part, env) for name, part in parts.items()}
        names["..c"] = Alias(*other)
        against = Var("..c", other[0].type, span)

        def compared(name: str) -> Binary:
            return Binary(sign, Var(name, parts[name].type, span), against, BOOL, span)

        test = Var("..t", chosen.test.type, span)
        return self._mask(If(test, compared("..a"), compared("..b"), BOOL, span), names, bound)

    def row_of(self, read: Read, env: Env, bound: Bound) -> Slot | None:
        """Cells that lie side by side under the name alone."""
        slot = self.slot(read.name)
        if len(read.index) != 1 or slot.masked or isinstance(slot.variable.type, ListType | SetType):
            return None
        if not self.is_name(read.index[0], env, bound) or not isinstance(slot.variable.index[0], SortType):
            return None
        return slot

    @staticmethod
    def vectors(sign: str, left: Slot, right: Slot, bound: Bound) -> form.Expr:
        """Two rows of cells compared, sixteen bytes at a time."""
        kind, lanes = _LANES[left.width]
        total: form.Expr = NONE
        for at in range(0, max(bound.bits, default=-1) + 1, lanes):
            rows = tuple(Load("v128.load", form.ZERO, slot.address + at * slot.width) for slot in (left, right))
            bits = form.Op(f"{kind}.bitmask", (form.Op(f"{kind}.{_COMPARE[sign]}", rows),))
            total = op("i64.or", total, op("i64.shl", op("i64.extend_i32_u", bits), Const(at, I64)))
        return total

    def gather(self, read: Read, env: Env, bound: Bound, sign: str, other: Expr, other_env: Env) -> form.Expr | None:
        """Cells that lie side by side compared with one value, sixteen bytes at a time."""
        slot = self.slot(read.name)
        if slot.masked or isinstance(slot.variable.type, ListType | SetType):
            return None
        if not bound.bits:
            return NONE
        found = self.side_by_side(read, env, bound)
        if found is None:
            return None
        before, _, address, offset = found
        value = self.num(other, other_env)
        # What lies outside the cells' range would be cut off by the vector.
        limit = 1 << (8 * slot.width - 1)
        if slot.width < 4 and not (-limit <= value.low and value.high < limit):
            return None
        kind, lanes = _LANES[slot.width]
        held_first: form.Body = ()
        node = value.node
        if not isinstance(node, Const | form.Get):
            local = self.frame.new()
            held_first, node = (form.Put(local, node),), form.Get(local)
        splat = form.Op(f"{kind}.splat", (node,))
        total: form.Expr = NONE
        for at in range(0, max(bound.bits) + 1, lanes):
            row = Load("v128.load", address, offset + at * slot.width)
            bits = form.Op(f"{kind}.bitmask", (form.Op(f"{kind}.{_COMPARE[sign]}", (row, splat)),))
            total = op("i64.or", total, op("i64.shl", op("i64.extend_i32_u", bits), Const(at, I64)))
        body = (*before, *held_first)
        return form.After(body, total) if body else total

    def side_by_side(
        self, read: Read, env: Env, bound: Bound
    ) -> tuple[form.Body, form.Expr | None, form.Expr, int] | None:
        """Where the first of the cells or rows is that lie side by side under the name, which is the last index."""
        slot = self.slot(read.name)
        *rest, last = read.index
        if not self.is_name(last, env, bound) or any(self.mentions(e, env, bound) for e in rest):
            return None
        type = slot.variable.index[-1]
        first = number(0)
        if isinstance(type, IntType):
            positions = self.table.members[type.sort]
            if not positions or tuple(positions[: len(bound.values)]) != bound.values:
                return None  # the bits are other cells than those from the first on
            first = number(int(positions[0]))
        return self.locate(slot, (*(self.num(e, env) for e in rest), first), read.span)

    def nested(self, expr: Quant, env: Env, bound: Bound) -> form.Expr | None:
        """`exists` and `all` inside: for each of their own members, a mask over the outer name."""
        if len(expr.binders) != 1 or len(expr.binders[0].names) != 1:
            return self.apart(expr, env, bound)
        binder = expr.binders[0]
        if any(self.mentions(e, env, bound) for e in _parts(binder)):
            return self.apart(expr, env, bound)
        own = self.domain(binder, env)
        if own is None:
            return self.apart(expr, env, bound)
        inner_bound, members = own
        first: form.Body = ()
        if not isinstance(members, Const | form.Get):
            local = self.frame.new(I64)
            first, members = (form.Put(local, members),), form.Get(local)
        total: form.Expr = NONE if expr.kind == "exists" else ALL
        for value, bit in zip(inner_bound.values, inner_bound.bits, strict=True):
            inner = {**env, binder.names[0]: number(value)}
            where = ALL if expr.where is None else self._mask(expr.where, inner, bound)
            if where is None:
                return None
            present = op("i64.and", op("i64.shr_u", members, Const(bit, I64)), Const(1, I64))
            where = op("i64.and", where, op("i64.sub", NONE, present))
            if expr.kind == "exists":
                total = op("i64.or", total, where)
                continue
            assert expr.body is not None
            body = self._mask(expr.body, inner, bound)
            if body is None:
                return None
            total = op("i64.and", total, op("i64.or", op("i64.xor", where, ALL), body))
        return form.After(first, total) if first else total


def _parts(binder: Binder) -> tuple[Expr, ...]:
    match binder.domain:
        case RangeDomain():
            return (binder.domain.low, binder.domain.high)
        case ValueDomain():
            return (binder.domain.value,)
        case _:
            return ()


def spread(node: form.Expr) -> form.Expr:
    """A truth value as all bits or none."""
    return op("i64.sub", NONE, op("i64.extend_i32_u", node))
