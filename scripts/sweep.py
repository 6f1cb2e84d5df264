"""Mechanical changes of a text: comparisons shifted, numbers off by one, and/or swapped, statements left out."""

import ast
from collections.abc import Iterator
from typing import Any

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


def sweep(module: str, text: str) -> Iterator[dict[str, Any]]:
    """The changes of a module, each as the keys of a fault: all of a function is found and replaced."""
    for function in ast.parse(text).body:
        if isinstance(function, ast.FunctionDef):
            start, end = _place(text, function)
            for node in ast.walk(function):
                for old, new in _of_node(text, node):
                    first, last = _place(text, node)
                    yield {
                        "id": f"{module}.{function.name}:{node.lineno}: {old} -> {new}",  # type: ignore[attr-defined]  # it has a place
                        "where": f"{module}.{function.name}",
                        "find": text[start:end],
                        "put": text[start:first] + new + text[last:end],
                        "breaks": "?",
                        "line": node.lineno,  # type: ignore[attr-defined]  # it has a place
                    }


def _of_node(text: str, node: ast.AST) -> Iterator[tuple[str, str]]:
    """A piece of text and what it may become."""
    old = ast.get_source_segment(text, node)
    if old is None:
        return
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        for sign in _COMPARISONS[type(node.ops[0])]:
            yield old, f"({left} {sign} {right})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield old, "(" + other.join(f"({ast.unparse(value)})" for value in node.values) + ")"
        for value in node.values:
            yield old, f"({ast.unparse(value)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.Invert, ast.USub)):
        yield old, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield old, f"({node.value + 1})"
        if node.value > 0:
            yield old, f"({node.value - 1})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        yield old, f"(({ast.unparse(node.left)}) {sign} ({ast.unparse(node.right)}))"
    elif isinstance(node, ast.IfExp):
        yield old, f"({ast.unparse(node.body)})"
        yield old, f"({ast.unparse(node.orelse)})"
    elif _may_be_left_out(node):
        yield old, "pass"


def _may_be_left_out(node: ast.AST) -> bool:
    """A statement that is not a text, not a block, and no result."""
    if isinstance(node, ast.Return):
        return node.value is None
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, (ast.Assign, ast.AugAssign, ast.Break, ast.Continue))


def _place(text: str, node: ast.AST) -> tuple[int, int]:
    """Where a node stands; all of the core is plain ASCII, so columns are characters."""
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    start = lines[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]  # it has a place
    return start, lines[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]  # it has a place
