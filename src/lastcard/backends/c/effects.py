"""What a piece of text reads and writes, so that order of evaluation can be judged.

Python evaluates from left to right; C may evaluate operands and arguments in any order.  A field is known by its name
alone, whichever record it belongs to, and lists of integers count as one field.
"""

import ast
from collections.abc import Mapping
from typing import NamedTuple

LISTS = "[]"  # stands for the items of all lists


class Effects(NamedTuple):
    """The fields that are read and written."""

    reads: frozenset[str]
    writes: frozenset[str]

    def __or__(self, other: object) -> "Effects":
        assert isinstance(other, Effects)
        return Effects(self.reads | other.reads, self.writes | other.writes)

    def disturb(self, other: "Effects") -> bool:
        """Return whether these write what the others read or write."""
        return bool(self.writes & (other.reads | other.writes))


NO_EFFECTS = Effects(frozenset(), frozenset())


def own_effects(tree: ast.AST, aliases: Mapping[str, str]) -> Effects:
    """Return the effects of a piece of text without those of the functions it calls."""
    reads, writes = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript):
            base = _base(node)
            name = base.id if isinstance(base, ast.Name) else ""
            field = base.attr if isinstance(base, ast.Attribute) else aliases.get(name, LISTS)
            reads.add(field)
            if isinstance(node.ctx, ast.Store):
                writes.add(field)
    return Effects(frozenset(reads), frozenset(writes))


def field_names(tree: ast.AST) -> dict[str, str]:
    """Return the fields that local names stand for, as in `pile = s.pile`."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            base = _base(node.value)
            if isinstance(base, ast.Attribute):
                found[node.targets[0].id] = base.attr
    return found


def _base(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def called(tree: ast.AST) -> list[str]:
    """Return the names of the functions that a piece of text calls."""
    return [n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
