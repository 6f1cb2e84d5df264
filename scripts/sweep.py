"""Make small mechanical changes to a Python text.

Comparisons are reversed or moved by one, numbers are off by one, `and` and `or` change places, conditions are
negated, neighbouring arguments are swapped, and statements that raise, or that change something, are left out.  Texts
of errors, annotations and decorators are not touched.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<",),
    ast.Gt: (">=", "<="),
    ast.GtE: (">",),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_NOT_SWAPPED = {"isinstance", "issubclass", "min", "max"}  # nothing would change, or nothing would work
_RECORDS = {"s", "r", "sheet"}
_BOUND = 100  # numbers from here on are limits, and one more or less makes no difference
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.BitAnd: "|", ast.BitOr: "&"}


@dataclass(frozen=True)
class Change:
    """A piece of a function that becomes another; `id` stays the same when lines above it change."""

    id: str
    line: int
    start: int  # in bytes
    end: int
    new: str

    def text(self, text: str) -> str:
        """Return the text with the change in it."""
        data = text.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def changes(text: str) -> list[Change]:
    """Return all changes of the functions and methods of a module."""
    seen: Counter[str] = Counter()
    found = []
    starts = _line_starts(text)
    for name, function in _functions(ast.parse(text)):
        for node, new in _changes_of(function):
            old = ast.get_source_segment(text, node)
            assert old is not None
            change = f"{name}: {_short(old)} -> {_short(new)}"
            seen[change] += 1
            if seen[change] > 1:
                change += f" ({seen[change]})"
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            found.append(Change(change, node.lineno, start, end, new))
    return found


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _short(code: str) -> str:
    words = " ".join(code.split())
    return words if len(words) <= 90 else words[:87] + "..."


def _functions(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name != "__repr__":
                    yield f"{node.name}.{method.name}", method


Site = ast.expr | ast.stmt


def _changes_of(function: ast.FunctionDef) -> Iterator[tuple[Site, str]]:
    """Yield what may change in the body and the defaults of a function, and into what."""
    defaults = [*function.args.defaults, *function.args.kw_defaults]
    below: list[ast.AST] = [*function.body, *(default for default in defaults if default is not None)]
    while below:
        node = below.pop(0)
        if isinstance(node, ast.expr):
            yield from ((node, new) for new in _expressions(node))
        elif isinstance(node, ast.stmt):
            if _may_be_left_out(node):
                yield node, "pass"
            if isinstance(node, ast.If):
                yield from ((node.test, new) for new in _negated(node.test))
        if not isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.AnnAssign):
            below += ast.iter_child_nodes(node)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            below.append(node.value)


def _expressions(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            for other in _COMPARISONS[type(sign)]:
                yield f"({ast.unparse(left)} {other} {ast.unparse(right)})"
        case ast.Compare(left=left, ops=[first, second], comparators=[middle, right]):
            parts = [ast.unparse(part) for part in (left, middle, right)]
            for one, two in ((_COMPARISONS[type(first)][0], None), (None, _COMPARISONS[type(second)][0])):
                yield f"({parts[0]} {one or _sign(first)} {parts[1]} {two or _sign(second)} {parts[2]})"
        case ast.BoolOp(op=op, values=values):
            other = " or " if isinstance(op, ast.And) else " and "
            yield "(" + other.join(f"({ast.unparse(value)})" for value in values) + ")"
            for value in values:
                rest = [f"({ast.unparse(one)})" for one in values if one is not value]
                yield "(" + (" and " if isinstance(op, ast.And) else " or ").join(rest) + ")"
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value) if value < _BOUND:
            yield f"({value + 1})"
            if value > 0:
                yield f"({value - 1})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            yield f"(({ast.unparse(left)}) {_OPERATORS[type(op)]} ({ast.unparse(right)}))"
        case ast.IfExp(body=body, orelse=orelse):
            yield f"({ast.unparse(body)})"
            yield f"({ast.unparse(orelse)})"
        case ast.Call(func=function, args=arguments, keywords=[]) if ast.unparse(function) not in _NOT_SWAPPED:
            texts = [ast.unparse(argument) for argument in arguments]
            for place in range(len(arguments) - 1):
                if all(_may_be_swapped(one) for one in arguments[place : place + 2]):
                    swapped = [*texts[:place], texts[place + 1], texts[place], *texts[place + 2 :]]
                    yield f"{ast.unparse(function)}({', '.join(swapped)})"


def _may_be_swapped(argument: ast.expr) -> bool:
    """Whether an argument may be taken for its neighbour; the records of the core never are."""
    return isinstance(argument, ast.Name | ast.Attribute | ast.Subscript) and ast.unparse(argument) not in _RECORDS


def _sign(operator: ast.cmpop) -> str:
    return {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}[type(operator)]


def _negated(test: ast.expr) -> Iterator[str]:
    """Negate a condition that nothing else would change."""
    if isinstance(test, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.NamedExpr):
        yield f"not ({ast.unparse(test)})"


def _may_be_left_out(node: ast.stmt) -> bool:
    """Whether a statement changes something or raises; without the others a name would be missing."""
    match node:
        case ast.Raise() | ast.AugAssign() | ast.Delete() | ast.Break() | ast.Continue() | ast.Return(value=None):
            return True
        case ast.Expr(value=ast.Call()):
            return True
        case ast.Assign(targets=targets):
            return not any(isinstance(target, ast.Name | ast.Tuple) for target in targets)
    return False
