"""Running a module: one instance, its memory, and calls that go through it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from camelrules.run.fast import NOT_THERE

try:
    import wasmtime
except NOT_THERE:  # then nothing here is called: `run/fast.py` has said so
    wasmtime = None  # type: ignore[assignment]

from camelrules.lang.source import fail
from camelrules.lang.types import ListType, SetType, Type
from camelrules.run.reference import Event, State
from camelrules.run.table import Table
from camelrules.run.wasm.faults import as_exception
from camelrules.run.wasm.form import Function
from camelrules.run.wasm.memory import ARGS, FAULT, FAULT_DETAILS, MADE, TOLD
from camelrules.run.wasm.module import PAGE, Builder, Built


class Instance:
    """A module at work."""

    def __init__(self, built: Built, module: wasmtime.Module | None = None) -> None:
        self.built = built
        self.layout = built.layout
        self.store = wasmtime.Store(_engine())
        self.module = module or wasmtime.Module(_engine(), built.code)
        try:
            self.instance = wasmtime.Instance(self.store, self.module, [])
        except wasmtime.WasmtimeError as error:
            reason = str(error).strip().split("\n")[-1].strip()
            raise fail(
                "memory", f"the system gives WebAssembly no memory: {reason}", None,
                "raise the limits (`ulimit -v`, `ulimit -f`), or set CAMELRULES_REFERENCE_ONLY=1",
            ) from None  # fmt: skip
        self.exports = self.instance.exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory = memory
        self._functions: dict[str, Any] = {}
        self._look()

    def _look(self) -> None:
        size = self.memory.data_len(self.store)
        address = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.view = memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
        self.words = self.view.cast("i")

    def grow(self, end: int) -> None:
        """Makes memory reach at least so far."""
        missing = end - len(self.view)
        if missing > 0:
            self.memory.grow(self.store, -(-missing // PAGE))
            self._look()

    # -- calls ---------------------------------------------------------------------------
    def invoke(self, name: str, *args: int) -> Any:
        """Calls an export; a fault of the rules is raised as the reference evaluator would."""
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self._export(name)
        try:
            return function(self.store, *args)
        except wasmtime.Trap:
            number = self.words[FAULT >> 2]
            if not 1 <= number <= len(self.built.faults):
                raise
            details = [self.words[(FAULT >> 2) + 1 + i] for i in range(FAULT_DETAILS)]
            self.words[FAULT >> 2] = 0
            raise as_exception(self.built.faults[number - 1], details, self.layout) from None

    def _export(self, name: str) -> wasmtime.Func:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        return function

    def arguments(self, args: Sequence[Any], params: Sequence[tuple[str, Type]]) -> None:
        """Puts the arguments of a call into memory."""
        lists = self.layout.scratch_end
        for at, (value, (_, type)) in enumerate(zip(args, params, strict=True)):
            if isinstance(type, ListType):
                packed = self.layout.pack(value, type)
                self.grow(lists + len(packed))
                self.view[lists : lists + len(packed)] = packed
                code, lists = lists, lists + (len(packed) + 7) // 8 * 8
            else:
                code = self.layout.code(value, type)
            signed = not isinstance(type, SetType)
            if signed and not -(2**31) <= code < 2**31:
                raise OverflowError("a number of more than 32 bits")
            self.view[ARGS + 8 * at : ARGS + 8 * at + 8] = code.to_bytes(8, "little", signed=signed)

    def result(self, type: Type) -> Any:
        """The answer of a call."""
        if isinstance(type, ListType):
            address = self.words[ARGS >> 2]
            return self.layout.unpack(bytes(self.view[address : address + self.layout.width(type)]), type)
        if isinstance(type, SetType):
            return self.layout.value(int.from_bytes(self.view[ARGS : ARGS + 8], "little"), type)
        return self.layout.value(self.words[ARGS >> 2], type)

    # -- state ---------------------------------------------------------------------------
    def load(self, state: bytes | bytearray) -> None:
        self.view[self.layout.state : self.layout.state + len(state)] = state

    def save(self) -> bytes:
        return bytes(self.view[self.layout.state : self.layout.state + self.layout.size])

    def events(self) -> list[Event]:
        """What the rules have reported since `begin`."""
        return [e for e in self.written() if e["kind"]]

    def written(self) -> list[Event]:
        """Events and, with no kind, what was drawn, in order."""
        known = self.words[MADE >> 2] >= 0
        at, end = self.layout.events >> 2, (self.words[TOLD >> 2] if known else self.invoke("told")) >> 2
        found: list[Event] = []
        while at < end:
            kind = self.built.kinds[self.words[at]]
            fields = {n: self.layout.value(self.words[at + 1 + i], t) for i, (n, t) in enumerate(kind.fields)}
            found.append({"kind": kind.name, **fields})
            at += 1 + len(kind.fields)
        return found


class Wasm:
    """The same ways in as `Reference`, over states as bytes; `encode` and `decode` go between."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.layout = instance.layout
        self.game = instance.layout.table.game

    def encode(self, state: State) -> bytes:
        return bytes(self.layout.encode(state))

    def decode(self, data: bytes) -> State:
        return self.layout.decode(data)

    def part(self, state: bytes, name: str) -> bytes:
        """The bytes of one variable, for comparing."""
        slot = self.layout.slots[name]
        start = slot.address - self.layout.state
        return state[start : start + slot.size]

    def call(self, name: str, args: tuple[Any, ...], state: bytes) -> Any:
        """The value of a named function or decision."""
        definition = self.game.callable(name)
        self.instance.invoke("begin")
        self.instance.load(state)
        self.instance.arguments(args, definition.params)
        self.instance.invoke(f"function {name}")
        return self.instance.result(definition.type)

    def run(self, kind: str, name: str, args: tuple[Any, ...], state: bytes, choices: Sequence[int]) -> bytes:
        """Runs an effect or action with a script of choices; returns the state after it."""
        definition = (self.game.effects if kind == "effect" else self.game.actions)[name]
        instance = self.instance
        instance.load(state)
        instance.arguments(args, definition.params)
        script = self.layout.script >> 2
        instance.words[script] = len(choices)
        for at, choice in enumerate(choices):
            instance.words[script + 1 + at] = choice
        instance.invoke("ready", 1)
        instance.invoke(f"{kind} {name}")
        return instance.save()

    def counts(self) -> list[int]:
        """Of how many options each choice of the last run was one."""
        made = self.instance.words[MADE >> 2]
        if made < 0:
            made = self.instance.invoke("cursor")
        start = self.layout.counts >> 2
        return list(self.instance.words[start : start + made])

    def drawn(self) -> list[dict[str, Any]]:
        """What was drawn in the last run, by name."""
        return [{n: v for n, v in e.items() if n != "kind"} for e in self.instance.written() if not e["kind"]]

    def events(self) -> list[Event]:
        """What the last run reported."""
        return self.instance.events()

    def legal(self, action: str, args: tuple[Any, ...], state: bytes) -> bool:
        definition = self.game.actions[action]
        self.instance.invoke("begin")
        self.instance.load(state)
        self.instance.arguments(args, definition.params)
        self.instance.invoke(f"legal {action}")
        return bool(self.instance.words[ARGS >> 2])

    def choices(self, state: bytes) -> list[tuple[str, tuple[Any, ...]]]:
        """Every legal action with its arguments, in the order of the specification."""
        self.instance.invoke("begin")
        self.instance.load(state)
        found: list[tuple[str, tuple[Any, ...]]] = []
        for action in self.game.actions.values():
            self.instance.invoke(f"options {action.name}")
            types = [t for _, t in action.params]
            width = max(1, len(types))
            at = self.layout.scratch >> 2
            for _ in range(self.instance.words[ARGS >> 2]):
                row = self.instance.words[at : at + width]
                found.append((action.name, tuple(self.layout.value(c, t) for c, t in zip(row, types, strict=False))))
                at += width
        return found


@cache
def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    # Threads that compile do not live on in a forked worker, which would wait for them for ever.
    config.parallel_compilation = False
    return wasmtime.Engine(config)


def compiled(built: Built) -> wasmtime.Module:
    """A module that many instances share."""
    return wasmtime.Module(_engine(), built.code)


def everything(table: Table, folded: bool = True) -> Instance:
    """An instance of a module with every definition of a game."""
    builder = Builder(table, folded, traced=True)
    builder.everything()
    return Instance(builder.build())


class Shared:
    """One module for every reading of a game: other parameters are other bytes in its memory."""

    def __init__(self) -> None:
        self.modules: dict[object, tuple[Built, wasmtime.Module, Table]] = {}
        self.extended: set[object] = set()

    def instance(self, table: Table, more: Callable[[Builder], tuple[Function, ...]] | None = None) -> Instance:
        """An instance with the parameters of a table; its module has what `more` adds, from then on for all."""
        # A list has as much room as it had when the module was built, so a longer one needs a module of its own.
        lengths = tuple(len(v) for v in table.values.values() if isinstance(v, tuple))
        key = (id(table.game), table.players, tuple(table.members.items()), lengths)
        if key not in self.modules or (more is not None and key not in self.extended):
            builder = Builder(table, folded=False, traced=True)
            builder.everything()
            built = builder.build(more(builder) if more is not None else ())
            if more is not None:
                self.extended.add(key)
            if len(self.modules) >= MOST_MODULES:
                oldest = next(iter(self.modules))
                self.modules.pop(oldest)
                self.extended.discard(oldest)
            # The table is kept, so that no other game can have the number of its own.
            self.modules[key] = built, compiled(built), table
        built, module, _ = self.modules[key]
        own = replace(built, layout=built.layout.at(table))
        made = Instance(own, module)
        for slot in own.layout.params.values():
            packed = own.layout.pack_parameter(slot, table.values[slot.name])
            made.view[slot.address : slot.address + len(packed)] = packed
        return made


MOST_MODULES = 64
shared = Shared()
