"""Translate functions in the core's style to C, or refuse with file and line what C would not do as Python does.

Types come from the annotations.  A record is passed by reference, and its fields are read and written through macros
(`State_turn(s)`, `State_turn_put(s, value)`), so that the layout of a record, or a rule set compiled in, is chosen by
whoever defines them.  Everything else is integers, floats, and tuples and lists of these.
"""

import ast
from collections.abc import Collection, Iterable, Sequence

from . import ranges
from .expressions import Expressions, Value, declared, is_small, safe
from .types import BOOL, FLOAT, INT, STORAGE, VOID, ListOf, RecordType, Row, Scalar, TupleOf, Type, fields_of
from .unit import PROVIDED, Unit

SHORT = 2  # times that a loop may be written out


def translate(unit: Unit, rare: Collection[str] = (), later: Collection[str] = ()) -> str:
    """Return the functions of a unit as C, each after those it calls; those called rarely may be kept out of line.

    Calls of those that come `later` are left out: whoever uses the text calls these, when it is time.
    """
    written = [name for name in unit.order if name not in PROVIDED]
    while unit.grown:  # ranges only grow; a function comes after its callers, so that it knows what it is given
        grown, unit.grown = unit.grown, set()
        for name in reversed(written):
            if name in grown:
                Function(unit, name).text()
    unit.settled = True
    unit.check_entries()
    lines = []
    for name in written:
        lines.append(Function(unit, name).text("RARE" if name in rare else "FN"))
        if name in later:
            lines.append(f"#define lc_{name}(...) ((void)0)")
    return "\n".join([*lines, *(f"#undef lc_{name}" for name in later)])


class Function(Expressions):
    """One function of a unit."""

    def __init__(self, unit: Unit, name: str) -> None:
        super().__init__(unit, name)
        self._locals: dict[str, str] = {}  # C types by C names
        self._temporaries = 0

    def text(self, kind: str = "FN") -> str:
        """Return the function as C; its kind is a macro that says how it is compiled."""
        body = self._block(self.tree.body)
        if self.assigned is not None and self.returns != VOID:
            self.refuse(self.tree, "the function may end without a result")
        names = [f"{type_} {name};" for name, type_ in self._locals.items()]
        parameters = ", ".join(f"{self._type_of(part, t)} {safe(part)}" for part, t in self.parameters.items())
        head = f"{kind} {self._type_of('', self.returns)} lc_{self.name}({parameters or 'void'}) {{"
        return "\n".join([head, *_indented([*names, *body]), "}", ""])

    def _type_of(self, name: str, t: Type) -> str:
        """Return the C type of a name, or of the result."""
        return declared(Value(name, t, self.unit.ranges_of(self.name, name, t)))

    # ---------------------------------------------------------------- statements

    def _block(self, nodes: Sequence[ast.stmt]) -> list[str]:
        lines: list[str] = []
        for node in nodes:
            if self.assigned is None:
                self.refuse(node, "this is never reached")
            lines += self._statement(node)
        return lines

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Expr(value=ast.Call()):
                return [f"{self.value(node.value).code};"]
            case ast.Assign():
                return self._assign(node)
            case ast.AugAssign():
                return self._augment(node)
            case ast.Return():
                return self._return(node)
            case ast.Break() | ast.Continue():
                self.assigned = None
                return ["break;" if isinstance(node, ast.Break) else "continue;"]
            case ast.If():
                return self._branch(node)
            case ast.While(orelse=[]):
                return [f"LOOP while {self.condition(node.test)} {{", *self._loop_body(node.body), "}"]
            case ast.For(
                orelse=[], target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[])
            ) if "range" not in self._globals:
                return self._loop(node, name, bounds)
        self.refuse(node, "this is not part of the core's style")

    def _return(self, node: ast.Return) -> list[str]:
        code = ""
        if node.value is not None:
            value = self.value(node.value)
            self.fit(node, value.type, self.returns)
            self.unit.grow(self.name, "", value.ranges)
            code = f" {value.code}"
        elif self.returns != VOID:
            self.refuse(node, "a result is needed")
        self.assigned = None
        return [f"return{code};"]

    def _branch(self, node: ast.If) -> list[str]:
        test = self.condition(node.test)
        before = set(self.assigned or ())
        yes = self._block(node.body)
        after, self.assigned = self.assigned, before
        no = self._block(node.orelse)
        if after is not None:
            self.assigned = after if self.assigned is None else after & self.assigned
        head = [f"if {test} {{", *_indented(yes)]
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            return [*head, f"}} else {no[0]}", *no[1:]]
        return [*head, *(["} else {", *_indented(no)] if no else []), "}"]

    def _loop_body(self, nodes: Sequence[ast.stmt]) -> list[str]:
        """Translate what a loop repeats; what it assigns is not certain afterwards."""
        before = set(self.assigned or ())
        lines = self._block(nodes)
        self.assigned = before
        return _indented(lines)

    def _loop(self, node: ast.For, name: str, arguments: Sequence[ast.expr]) -> list[str]:
        self.any_order(node.iter, arguments)
        zero, one = Value("0", INT, ((0, 0),)), Value("1", INT, ((1, 1),))
        bounds = [self.integer(argument) for argument in arguments]
        first, end, step = (zero, *bounds, one) if len(bounds) == 1 else (*bounds, one)[:3]
        if not step.code.strip("(-)").isdigit() or step.range == (0, 0):
            self.refuse(node, "the step must be a constant other than zero")
        at, stop = self._temporary(), self._temporary()
        sign = "<" if step.range[0] > 0 else ">"
        loop = "" if end.range == (end.range[0],) * 2 and end.range[0] <= SHORT else "LOOP "
        kind = "SMALL" if is_small(first) and is_small(end) else "INT"
        begin, go_on = f"{kind} {at} = {first.code}, {stop} = {end.code}", f"{at} {sign} {stop}"
        lines = [f"{loop}for ({begin}; {go_on}; {at} += {step.code}) {{"]
        before = set(self.assigned or ())
        if name != "_":
            last = ranges.binary("-" if sign == "<" else "+", end.range, (1, 1))
            reached = ranges.join(first.range, last)
            lines += _indented(self._name_it(node, name, Value(at, INT, (reached,))))
        lines += self._loop_body(node.body)
        self.assigned = before
        return [*lines, "}"]

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}_"

    # ---------------------------------------------------------------- assignments

    def _assign(self, node: ast.Assign) -> list[str]:
        if any(isinstance(target, ast.Tuple) for target in node.targets):
            if len(node.targets) > 1:
                self.refuse(node, "several targets must be single ones")
            return self._unpack(node, node.targets[0], node.value)
        for target in node.targets:
            self.any_order(node, [node.value, *_inner(target)])
        value = self.value(node.value)
        if len(node.targets) == 1:
            return self._store(node, node.targets[0], value)
        lines, kept = self._keep(node, value)
        return ["{", *_indented([*lines, *(x for part in node.targets for x in self._store(node, part, kept))]), "}"]

    def _keep(self, node: ast.AST, value: Value) -> tuple[list[str], Value]:
        """Give a number or a record a name for once."""
        if not isinstance(value.type, Scalar | TupleOf | RecordType):
            self.refuse(node, "only numbers can be kept")
        name = self._temporary()
        return [f"{declared(value)} const {name} = {value.code};"], value._replace(code=name)

    def _unpack(self, node: ast.Assign, target: ast.expr, source: ast.expr) -> list[str]:
        assert isinstance(target, ast.Tuple)
        lines: list[str] = []
        values = []
        for value in self._parts(source):
            line, kept = self._keep(node, value)
            lines += line
            values += _items(kept)
        if len(values) != len(target.elts):
            self.refuse(node, f"{len(values)} values for {len(target.elts)} names")
        for part, value in zip(target.elts, values, strict=True):
            if any(self.unit.effects(self.name, index).writes for index in _inner(part)):
                self.refuse(node, "an index must not change anything")
            lines += self._store(node, part, value)
        return ["{", *_indented(lines), "}"]

    def _parts(self, source: ast.expr) -> list[Value]:
        """Return the values that are unpacked: of a tuple as written, of a row, or a tuple that a function returns."""
        if isinstance(source, ast.Tuple):
            return [self.value(part) for part in source.elts]  # kept one after the other, so their order is Python's
        value = self.value(source)
        if isinstance(value.type, Row) and len(value.type.shape) == 1:
            if any(self.unit.effects(self.name, index).writes for index in _inner(source)):
                self.refuse(source, "an index must not change anything")
            row = value.type
            return [self.placed(row._replace(at=(*row.at, str(i)), shape=())) for i in range(row.shape[0])]
        if not isinstance(value.type, TupleOf):
            self.refuse(source, "this cannot be unpacked")
        return [value]

    def _augment(self, node: ast.AugAssign) -> list[str]:
        if any(self.unit.effects(self.name, index).writes for index in _inner(node.target)):
            self.refuse(node, "an index must not change anything")
        return self._store(node, node.target, self.arithmetic(node, self.unit.read(node.target), node.op, node.value))

    def _store(self, node: ast.AST, target: ast.expr, value: Value) -> list[str]:
        """Return the lines that assign a value."""
        if isinstance(target, ast.Name):
            return self._name_it(node, target.id, value)
        if isinstance(target, ast.Subscript) and isinstance(row := self.value(target.value).type, ListOf):
            return self._store_item(node, target, row, value)
        if value.type not in (INT, BOOL):
            self.refuse(node, "only integers can be stored")
        place = self._place(target)
        storage, _ = fields_of(place.record)[place.field]
        if self.unit.settled and ranges.apart(value.range, ranges.stored(storage)):
            self.refuse(node, f"the value never fits in {place.field}")
        arguments = ", ".join((place.base, *place.at, value.code))
        return [f"{place.record.__name__}_{place.field}_put({arguments});"]

    def _store_item(self, node: ast.AST, target: ast.Subscript, row: ListOf, value: Value) -> list[str]:
        """Return the line that assigns a number to an item of a list."""
        if row.item == FLOAT:
            self.fit(node, value.type, FLOAT)
            return [f"{self.value(target).code} = ({STORAGE[row.storage]}){value.code};"]
        if row.item != INT or value.type not in (INT, BOOL):
            self.refuse(node, "only numbers can be stored in a list")
        return [f"STORE({STORAGE[row.storage]}, {self.value(target).code}, {value.code});"]

    def _place(self, target: ast.expr) -> Row:
        """Return the item of a record that a target stands for."""
        row: Type | None = None
        if isinstance(target, ast.Attribute):
            row = self.field(target)
        elif isinstance(target, ast.Subscript):
            row = self.value(target.value).type
            if isinstance(row, Row):
                row = row._replace(at=(*row.at, self.integer(target.slice).code), shape=row.shape[1:])
        if not isinstance(row, Row) or row.shape:
            self.refuse(target, "nothing can be assigned to this")
        return row

    def _name_it(self, node: ast.AST, name: str, value: Value) -> list[str]:
        """Assign a value to a local name."""
        lines: list[str] = []
        if isinstance(value.type, Row):
            lines, value = self._frozen(node, name, value.type)
        elif value.type == VOID or isinstance(value.type, ListOf):
            self.refuse(node, "this cannot be given a name")
        known = self.types.setdefault(name, value.type)
        self.fit(node, value.type, known)
        if not isinstance(known, Row):
            self.unit.grow(self.name, name, value.ranges)
            if name not in self.parameters:
                self._locals[safe(name)] = self._type_of(name, known)
            lines.append(f"{safe(name)} = {value.code};")
        if self.assigned is not None:
            self.assigned.add(name)
        return lines

    def _frozen(self, node: ast.AST, name: str, row: Row) -> tuple[list[str], Value]:
        """Keep the indices of a row, which is not copied: it stands for the same items from now on."""
        if not row.base.isidentifier():
            self.refuse(node, "only a row of a record with a name can be given a name")
        if self._local[row.base] > (row.base not in self.parameters):
            self.refuse(node, "only a row of a record whose name is assigned once can be given a name")
        kept = [index if index.isdigit() else f"{safe(name)}_at{i}_" for i, index in enumerate(row.at)]
        self._locals.update((own, "INT") for own in kept if not own.isdigit())
        lines = [f"{own} = {index};" for own, index in zip(kept, row.at, strict=True) if own != index]
        return lines, Value("", row._replace(at=tuple(kept)))


def _items(value: Value) -> list[Value]:
    """Return the items of a tuple, or the value itself."""
    if not isinstance(value.type, TupleOf):
        return [value]
    length, item = value.type.length, value.type.item
    own = [value.ranges[i : i + 1] for i in range(length)]
    return [Value(f"{value.code}.v[{i}]", item, own[i]) for i in range(length)]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _inner(target: ast.expr) -> list[ast.expr]:
    """Return the expressions in a target: its indices, and the record it belongs to."""
    found = []
    while isinstance(target, ast.Subscript):
        found.append(target.slice)
        target = target.value
    return [*found, target.value] if isinstance(target, ast.Attribute) else found
