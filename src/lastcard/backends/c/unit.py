"""The functions to translate, what they call, what they read and write, and what their integers can come to."""

import ast
import typing
from collections.abc import Iterable, Mapping
from types import FunctionType, ModuleType

from ...core.layout import State
from ...core.records import fields
from . import ranges
from .effects import NO_EFFECTS, Effects, called, field_names, own_effects
from .library import text_of
from .ranges import Range
from .types import BOOL, INT, RecordType, Refused, TupleOf, Type, type_of

# What machine.h and `source` provide, with the range of the result; `restore` writes whole states.
PROVIDED = {"count_bits": (0, 64), "lowest_bit": (0, 63), "restore": (0, 0)}
PATIENCE = 5  # how often a range may grow before it becomes its whole class


class Unit:
    """The functions of a stack of modules that some entries reach."""

    def __init__(
        self, modules: Iterable[ModuleType], entries: Iterable[str], constants: Mapping[str, int] | None = None
    ) -> None:
        self.constants = constants or {}  # other values for constants of the text, by their names
        self.functions: dict[str, FunctionType] = {}
        self.trees: dict[str, ast.FunctionDef] = {}
        self.instead: dict[str, str] = {}  # functions that are called in place of others, by their names
        self.longer: dict[type, type] = {}  # records that take the place of others
        for module in modules:
            self._read(module)
        self.entries = tuple(entries)
        self._targets: dict[int, dict[str, str]] = {}  # of each module, by its names
        self._reads: dict[ast.expr, ast.expr] = {}
        self._fields: dict[str, dict[str, str]] = {}  # that local names of a function stand for
        self.calls: dict[str, set[str]] = {}
        self.order: list[str] = []  # each function after those it calls
        for entry in self.entries:
            if entry not in self.functions:
                raise Refused(f"no module defines the entry {entry}()")
            self._reach(entry, ())
        self._signatures: dict[str, tuple[dict[str, Type], Type]] = {}
        self._effects: dict[ast.AST, Effects] = {}
        self._all_effects: dict[str, Effects] = {}
        state = frozenset(name for name, _, _ in fields(self.longer.get(State, State)))
        for name in self.order:
            whole = Effects(state, state) if name == "restore" else NO_EFFECTS
            self._all_effects[name] = whole | self.effects(name, self.trees[name])
        self._ranges: dict[tuple[str, str], tuple[Range, ...]] = {}
        self._growth: dict[tuple[str, str], int] = {}
        self.grown = set(self.order)  # functions to look at again, because something they use can be more
        self.settled = False  # whether all ranges are final

    def _read(self, module: ModuleType) -> None:
        """Take in a module's functions, and what it declares to take the place of what modules before it have."""
        self.instead |= getattr(module, "INSTEAD", {})
        self.longer |= getattr(module, "LONGER", {})
        for node in ast.parse(text_of(module)).body:
            if isinstance(node, ast.FunctionDef):
                if node.name in self.functions:
                    raise Refused(f"{module.__file__}:{node.lineno}: another module defines {node.name}() too")
                self.functions[node.name] = getattr(module, node.name)
                self.trees[node.name] = node

    def _reach(self, name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise Refused(f"{self.place(name, self.trees[name])}: {name}() calls itself")
        if name in self.order:
            return
        found = [] if name in PROVIDED else called(self.trees[name])
        self.calls[name] = {other for other in map(self.targets(name).get, found) if other is not None}
        for other in sorted(self.calls[name]):
            self._reach(other, (*above, name))
        self.order.append(name)

    def targets(self, name: str) -> dict[str, str]:
        """Return the functions that a function can call, by the names it knows them by."""
        known = self.functions[name].__globals__
        if id(known) not in self._targets:
            mine = {id(function): other for other, function in self.functions.items()}
            found = {own: mine[id(value)] for own, value in known.items() if id(value) in mine}
            self._targets[id(known)] = {own: self.instead.get(name, name) for own, name in found.items()}
        return self._targets[id(known)]

    def read(self, target: ast.expr) -> ast.expr:
        """Return the expression that reads what a target writes."""
        if target not in self._reads:
            read = ast.parse(ast.unparse(target), mode="eval").body
            self._reads[target] = ast.increment_lineno(read, target.lineno - 1)
        return self._reads[target]

    def place(self, name: str, node: ast.AST) -> str:
        """Return the file and the line of a node of a function."""
        return f"{self.functions[name].__code__.co_filename}:{getattr(node, 'lineno', '?')}"

    def signature(self, name: str) -> tuple[dict[str, Type], Type]:
        """Return the types of a function's parameters and of its result."""
        if name not in self._signatures:
            self._signatures[name] = self._annotated(self.trees[name], self.functions[name])
        return self._signatures[name]

    def _annotated(self, tree: ast.FunctionDef, function: FunctionType) -> tuple[dict[str, Type], Type]:
        given, place = tree.args, self.place(tree.name, tree)
        if tree.decorator_list or function.__code__.co_firstlineno != tree.lineno:
            raise Refused(f"{place}: the function is not what this text makes: {tree.name}()")
        if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults:
            raise Refused(f"{place}: only plain parameters can be translated: {tree.name}()")
        try:
            given_types = typing.get_type_hints(function, include_extras=True)
            hints = {part: type_of(hint, self.longer) for part, hint in given_types.items()}
        except Refused as refused:
            raise Refused(f"{place}: {refused}: {tree.name}()") from refused
        if missing := {"return", *(part.arg for part in given.args)} - hints.keys():
            raise Refused(f"{place}: no annotation for {', '.join(sorted(missing))}: {tree.name}()")
        return {part.arg: hints[part.arg] for part in given.args}, hints["return"]

    def records(self) -> list[type]:
        """Return the records that the functions use, by their names."""
        types = [t for name in self.order for t in self.signature(name)[0].values()]
        inner = [getattr(t, "item", t) for t in types]
        return sorted({t.record for t in inner if isinstance(t, RecordType)}, key=lambda record: record.__name__)

    def effects(self, name: str, node: ast.AST) -> Effects:
        """Return what a node of a function reads and writes, itself and through what it calls."""
        if node not in self._effects:
            if name not in self._fields:
                self._fields[name] = field_names(self.trees[name])
            found = own_effects(node, self._fields[name])
            targets = self.targets(name)
            for other in called(node) if name not in PROVIDED else ():
                found |= self._all_effects.get(targets.get(other, ""), NO_EFFECTS)
            self._effects[node] = found
        return self._effects[node]

    def grow(self, function: str, name: str, found: tuple[Range, ...]) -> None:
        """Take note of what a name of a function can come to; "" is its result."""
        key = function, name
        new = tuple(map(ranges.join, self._ranges.get(key, found), found))
        if self._ranges.get(key) != new:
            self._growth[key] = self._growth.get(key, 0) + 1
            self._ranges[key] = new if self._growth[key] <= PATIENCE else tuple(map(ranges.class_of, new))
            self.grown |= {function} if name else {other for other in self.order if function in self.calls[other]}

    def check_entries(self) -> None:
        """Refuse entries that are given integers without a range, which only whoever calls them can know."""
        for entry in self.entries:
            for part, t in self.signature(entry)[0].items():
                if t == INT and (entry, part) not in self._ranges:
                    raise Refused(f"the entry {entry}() must be told what {part} can come to")

    def ranges_of(self, function: str, name: str, t: Type) -> tuple[Range, ...]:
        """Return what a name of a function can come to, as far as is known."""
        if t == BOOL:
            return (ranges.TRUTH,)
        if name == "" and function in PROVIDED:
            return (PROVIDED[function],)
        length = t.length if isinstance(t, TupleOf) and t.item == INT else int(t == INT)
        return self._ranges.get((function, name), ((0, 0),) * length)
