"""Translate expressions to C, with their types and ranges."""

import ast
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from . import ranges
from .ranges import Range
from .types import BOOL, FLOAT, INT, ListOf, RecordType, Refused, Row, TupleOf, Type, c_name, fields_of
from .unit import Unit

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.Div: "/", ast.BitAnd: "&",
    ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<",
    ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.And: "&&", ast.Or: "||",
}  # fmt: skip
FUNCTIONS = {"//": "floor_div", "%": "floor_mod", "<<": "shift_left", ">>": "shift_right"}
SMALL_FUNCTIONS = {"//": "small_div", "%": "small_mod", ">>": "small_right"}  # of integers of 32 bits
NUMBERS = (INT, BOOL, FLOAT)
BUILT_IN = ("int", "len", "max", "min")
MACHINE = (Path(__file__).parent / "machine.h").read_text(encoding="utf-8")
# Words of C and, for GPUs, of C++; and what the head of the C file defines.
C_WORDS = {
    "alignas", "alignof", "asm", "auto", "bool", "case", "catch", "char", "const", "constexpr", "decltype", "default",
    "delete", "do", "double", "enum", "explicit", "export", "extern", "false", "float", "friend", "goto", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "nullptr", "operator", "private", "protected", "public",
    "register", "restrict", "short", "signed", "sizeof", "static", "struct", "switch", "template", "this", "throw",
    "true", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile",
    "abort", "int8_t", "int16_t", "int32_t", "int64_t", "memcpy", "uint64_t",
    *re.findall(r"^FN \w+ (\w+)\(", MACHINE, re.MULTILINE),
}  # fmt: skip
OWN_NAMES = re.compile(r"_|(?!lc_)[a-z_][a-z0-9_]*(?<!_)")  # such names do not meet those that the translator makes


class Value(NamedTuple):
    """An expression as C, with its type and, for integers, its range; a tuple has one for each item."""

    code: str
    type: Type
    ranges: tuple[Range, ...] = ()

    @property
    def range(self) -> Range:
        """The range of an integer, or of whatever an item of a tuple may be."""
        least, most = zip(*self.ranges, strict=True)
        return min(least), max(most)


def truth(code: str) -> Value:
    """Return a truth value."""
    return Value(code, BOOL, (ranges.TRUTH,))


def is_small(value: Value) -> bool:
    """Return whether a value is an integer of 32 bits."""
    return value.type in (INT, BOOL) and ranges.within(value.range, ranges.NARROW)


def declared(value: Value) -> str:
    """Return the C type of a name for a value."""
    return "SMALL" if is_small(value) else c_name(value.type)


def safe(name: str) -> str:
    """Return a name that C does not use for something else."""
    return f"{name}_" if name in C_WORDS else name


class Expressions:
    """The expressions of one function."""

    def __init__(self, unit: Unit, name: str) -> None:
        self.unit, self.name, self.tree = unit, name, unit.trees[name]
        self.parameters, self.returns = unit.signature(name)
        self.types: dict[str, Type] = dict(self.parameters)  # of all names so far
        self.assigned: set[str] | None = set(self.parameters)  # names that certainly are; None where nothing is reached
        self._targets = unit.targets(name)
        names = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name)]
        self._local = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
        for own in (*self.parameters, *self._local):
            if not OWN_NAMES.fullmatch(own):
                self.refuse(self.tree, f"names in this style are for the translator, not {own}")
        self._globals: Mapping[str, Any] = unit.functions[name].__globals__

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        """Say where and why a text cannot be translated."""
        text = ast.unparse(node).partition("\n")[0]
        raise Refused(f"{self.unit.place(self.name, node)}: {why}: {text}")

    # ---------------------------------------------------------------- order of evaluation

    def any_order(self, node: ast.AST, parts: Sequence[ast.AST]) -> None:
        """Refuse parts that C may evaluate in another order than Python if that could be seen."""
        effects = [self.unit.effects(self.name, part) for part in parts]
        for place, one in enumerate(effects):
            if any(one.disturb(other) for other in (*effects[:place], *effects[place + 1 :])):
                self.refuse(node, "the order of evaluation matters")

    # ---------------------------------------------------------------- expressions

    def value(self, node: ast.expr, *, for_truth: bool = False) -> Value:
        """Translate an expression; `for_truth` says that only whether it is true matters."""
        match node:
            case ast.Constant(value=int() | float() as number):
                return self._literal(node, number)
            case ast.Name():
                return self._named(node)
            case ast.Attribute():
                return self.placed(self.field(node))
            case ast.Subscript():
                return self._item(node)
            case ast.BinOp():
                return self.arithmetic(node, node.left, node.op, node.right)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp():
                return self._both(node, for_truth=for_truth)
            case ast.Compare(ops=[operator], comparators=[other]) if type(operator) in OPERATORS:
                return self._comparison(node, OPERATORS[type(operator)], other)
            case ast.IfExp():
                return self._either(node)
            case ast.Tuple():
                return self._tuple(node)
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self._call(node, name)
        self.refuse(node, "this is not part of the core's style")

    def condition(self, node: ast.expr) -> str:
        """Translate a condition, in brackets: an integer is true unless it is zero."""
        value = self.value(node, for_truth=True)
        if value.type not in (INT, BOOL):
            self.refuse(node, "an integer or a truth value is needed")
        return value.code if value.code.startswith("(") else f"({value.code})"

    def integer(self, node: ast.expr) -> Value:
        """Translate an integer; a truth value is one."""
        value = self.value(node)
        if value.type not in (INT, BOOL):
            self.refuse(node, "an integer is needed")
        return value

    def _number(self, node: ast.expr) -> Value:
        value = self.value(node)
        if value.type not in NUMBERS:
            self.refuse(node, "a number is needed")
        return value

    def _both(self, node: ast.BoolOp, *, for_truth: bool) -> Value:
        values = [self.value(part, for_truth=for_truth) for part in node.values]
        if any(value.type != BOOL and not (for_truth and value.type == INT) for value in values):
            self.refuse(node, "`and` and `or` give one of their operands in Python, but a truth value in C")
        return truth(f"({f' {OPERATORS[type(node.op)]} '.join(value.code for value in values)})")

    def _comparison(self, node: ast.Compare, sign: str, other: ast.expr) -> Value:
        self.any_order(node, [node.left, other])
        a, b = self._number(node.left), self._number(other)
        codes = [self._as_float(node, value) if FLOAT in (a.type, b.type) else value.code for value in (a, b)]
        return truth(f"({codes[0]} {sign} {codes[1]})")

    def _literal(self, node: ast.expr, number: int | float) -> Value:
        if isinstance(number, float):
            if not math.isfinite(number):
                self.refuse(node, "the number is not finite")
            return Value(f"({number.hex()})" if number.hex().startswith("-") else number.hex(), FLOAT)
        n = int(number)
        if not ranges.within((n, n), ranges.WHOLE):
            self.refuse(node, "the number does not fit in 64 bits")
        code = str(n) if ranges.within((n, n), ranges.NARROW) else f"INT64_C({n})"
        code = code if n > ranges.WHOLE[0] else "INT64_MIN"  # C has no literal for it
        return Value(code if n >= 0 else f"({code})", BOOL if isinstance(number, bool) else INT, ((n, n),))

    def _named(self, node: ast.Name) -> Value:
        if node.id == "_":
            self.refuse(node, "this name cannot be read")
        if node.id in self.types:
            if self.assigned is not None and node.id not in self.assigned:
                self.refuse(node, "this name may not have been assigned yet")
            t = self.types[node.id]
            return Value(safe(node.id), t, self.unit.ranges_of(self.name, node.id, t))
        constant = None if node.id in self._local else self._globals.get(node.id)
        if isinstance(constant, int):
            constant = self.unit.constants.get(node.id, constant)
        if not isinstance(constant, int | float):
            self.refuse(node, "this is neither a name assigned before nor a constant")
        return self._literal(node, int(constant) if isinstance(constant, IntEnum) else constant)

    def field(self, node: ast.Attribute) -> Row:
        """Return the field of a record that is named, its items not yet indexed."""
        base = self.value(node.value)
        if not isinstance(base.type, RecordType) or node.attr not in fields_of(base.type.record):
            self.refuse(node, "this is not a field of a record")
        _, shape = fields_of(base.type.record)[node.attr]
        return Row(base.type.record, base.code, node.attr, (), shape)

    def placed(self, row: Row) -> Value:
        """Return an array or, once all indices are there, its item."""
        if row.shape:
            return Value("", row)
        storage, _ = fields_of(row.record)[row.field]
        code = f"{row.record.__name__}_{row.field}({', '.join((row.base, *row.at))})"
        return Value(code, INT, (ranges.stored(storage),))

    def _item(self, node: ast.Subscript) -> Value:
        self.any_order(node, [node.value, node.slice])
        base, index = self.value(node.value), self.integer(node.slice)
        length = base.type.shape[0] if isinstance(base.type, Row) else getattr(base.type, "length", ranges.NARROW[1])
        if self.unit.settled and (index.range[1] < 0 or index.range[0] >= length):
            self.refuse(node, f"there is no such item; there are {length}")
        match base.type:
            case Row():
                return self.placed(base.type._replace(at=(*base.type.at, index.code), shape=base.type.shape[1:]))
            case TupleOf(item):
                return Value(f"{base.code}.v[{index.code}]", item, (base.range,) if item == INT else ())
            case ListOf(RecordType() as record):
                return Value(f"(&{base.code}.at[{index.code}])", record)
            case ListOf(ListOf() as row):
                return Value(f"ROW_OF({c_name(row)}, {base.code}, {index.code})", row)
            case ListOf(item, storage) if item == INT:
                return Value(f"{base.code}.at[{index.code}]", INT, (ranges.stored(storage),))
            case ListOf():
                return Value(f"{base.code}.at[{index.code}]", FLOAT)
        self.refuse(node, "this has no items")

    def arithmetic(self, node: ast.AST, left: ast.expr, operator: ast.operator, right: ast.expr) -> Value:
        """Translate an operator of numbers."""
        self.any_order(node, [left, right])
        a, b, sign = self._number(left), self._number(right), OPERATORS.get(type(operator))
        if sign is None:
            self.refuse(node, "there is no such operator in C")
        if self.unit.settled and b.type != FLOAT:
            self._check_operands(node, sign, a, b)
        if sign == "/" or FLOAT in (a.type, b.type):
            if sign not in "+-*/":
                self.refuse(node, "this operator takes integers")
            return Value(f"({self._as_float(node, a)} {sign} {self._as_float(node, b)})", FLOAT)
        found = ranges.binary(sign, a.range, b.range)
        if not ranges.within(found, ranges.WHOLE):
            self.refuse(node, "the product could overflow")
        small = is_small(a) and is_small(b)
        if sign in FUNCTIONS:
            functions = FUNCTIONS | SMALL_FUNCTIONS if small else FUNCTIONS
            return Value(f"{functions[sign]}({a.code}, {b.code})", INT, (found,))
        # What C takes for an `int`, such as a constant, must not be cut to that.
        width = ("(SMALL)" if ranges.within(found, ranges.NARROW) else "(INT)") if small else ""
        return Value(f"({width}{a.code} {sign} {b.code})", INT, (found,))

    def _check_operands(self, node: ast.AST, sign: str, a: Value, b: Value) -> None:
        """Refuse what certainly fails in Python, or is certainly too large for C."""
        if sign in ("//", "%", "/") and b.range == (0, 0):
            self.refuse(node, "this divides by zero")
        if sign in ("<<", ">>") and ranges.apart(b.range, (0, 63)):
            self.refuse(node, "a shift must be by 0 to 63 places")
        if sign not in "*/" and a.type != FLOAT and ranges.apart(ranges.exact(sign, a.range, b.range), ranges.WHOLE):
            self.refuse(node, "the result does not fit in 64 bits")

    def _as_float(self, node: ast.AST, value: Value) -> str:
        if value.type == FLOAT:
            return value.code
        if not ranges.within(value.range, ranges.EXACT_AS_FLOAT):
            self.refuse(node, "the integer may be too large to be a float without rounding")
        return f"(double){value.code}"

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return truth(f"(!{self.condition(node.operand)})")
        value = self._number(node.operand)
        if isinstance(node.op, ast.USub) and value.type == FLOAT:
            return Value(f"(-{value.code})", FLOAT)
        if value.type == FLOAT or isinstance(node.op, ast.UAdd):
            self.refuse(node, "this operator takes integers")
        if isinstance(node.op, ast.USub):
            return Value(f"(-{value.code})", INT, (ranges.negative(value.range),))
        return Value(f"(~{value.code})", INT, (ranges.inverted(value.range),))

    def _either(self, node: ast.IfExp) -> Value:
        test, a, b = self.condition(node.test), self.value(node.body), self.value(node.orelse)
        kind = INT if {a.type, b.type} == {INT, BOOL} else a.type
        if b.type not in (kind, BOOL if kind == INT else kind) or not (kind in NUMBERS or isinstance(kind, TupleOf)):
            self.refuse(node, "both sides must be numbers of one type")
        return Value(f"({test} ? {a.code} : {b.code})", kind, tuple(map(ranges.join, a.ranges, b.ranges)))

    def _tuple(self, node: ast.Tuple) -> Value:
        self.any_order(node, node.elts)
        values = [self._number(part) for part in node.elts]
        if {value.type for value in values} not in ({INT}, {BOOL}, {INT, BOOL}, {FLOAT}):
            self.refuse(node, "the items must be numbers of one type")
        t = TupleOf(FLOAT if values[0].type == FLOAT else INT, len(values))
        if t.length not in ((2,) if t.item == FLOAT else (2, 3, 4)):
            self.refuse(node, "a tuple has 2 to 4 integers or 2 floats")
        return Value(
            f"MAKE({c_name(t)}, {{{', '.join(value.code for value in values)}}})", t,
            tuple(value.range for value in values if t.item == INT),
        )  # fmt: skip

    def _call(self, node: ast.Call, name: str) -> Value:
        self.any_order(node, node.args)
        if name in BUILT_IN and name not in self._globals:
            return self._built_in(node, name)
        target = self._targets.get(name)
        if target is None:
            self.refuse(node, "this function is not translated")
        parameters, returns = self.unit.signature(target)
        if len(parameters) != len(node.args):
            self.refuse(node, f"{name}() takes {len(parameters)} arguments")
        codes = []
        for argument, (part, t) in zip(node.args, parameters.items(), strict=True):
            value = self.value(argument)
            self.fit(argument, value.type, t)
            self.unit.grow(target, part, value.ranges)
            codes.append(value.code)
        return Value(f"lc_{target}({', '.join(codes)})", returns, self.unit.ranges_of(target, "", returns))

    def _built_in(self, node: ast.Call, name: str) -> Value:
        if name == "len" and len(node.args) == 1:
            value = self.value(node.args[0])
            if isinstance(value.type, ListOf):
                return Value(f"{value.code}.n", INT, ((0, ranges.NARROW[1]),))
        elif name == "int" and len(node.args) == 1:
            return self.integer(node.args[0])._replace(type=INT)
        elif name in ("min", "max") and len(node.args) == 2:
            a, b = (self.integer(argument) for argument in node.args)
            found = (ranges.lesser if name == "min" else ranges.greater)(a.range, b.range)
            return Value(f"{name}_of({a.code}, {b.code})", INT, (found,))
        self.refuse(node, f"{name}() is not translated with these arguments")

    def fit(self, node: ast.AST, given: Type, wanted: Type) -> None:
        """Refuse a value of another type than is wanted; a truth value is an integer too."""
        if given != wanted and not (given == BOOL and wanted == INT):
            self.refuse(node, "the value is not of the type that is declared")
