"""Declare records: classes whose annotations give each field a Python type and a storage type.

The fields are declared once, in `layout`.  This module makes the slotted class for the interpreter; from `fields`,
`lastcard.backends` makes the layout for compiled code.
"""

from typing import Annotated, Any, TypeVar, get_type_hints

T = TypeVar("T")

# Every stored type is signed, so that no backend ever mixes signed and unsigned arithmetic.
Bits64 = Annotated[int, "i8"]
Int16 = Annotated[int, "i2"]
Int8 = Annotated[int, "i1"]

_SHOWN = 12  # items of an array in its repr
Field = tuple[str, str, tuple[int, ...]]  # name, storage type, shape


def fields(record: type) -> tuple[Field, ...]:
    """Return the fields of a record, in the order they are declared."""
    declared = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        storage, *shape = hint.__metadata__
        declared.append((name, storage, shape[0] if shape else ()))
    return tuple(declared)


def zeros(shape: tuple[int, ...]) -> Any:
    """Return a zero, or nested lists of zeros of this shape."""
    if not shape:
        return 0
    return [0] * shape[0] if len(shape) == 1 else [zeros(shape[1:]) for _ in range(shape[0])]


def record(declaration: type[T]) -> type[T]:
    """Make the slotted class of a declaration, which may extend a record; a new record is all zeros."""
    layout = fields(declaration)

    def __init__(self: Any) -> None:
        for name, _, shape in layout:
            setattr(self, name, zeros(shape))

    def __repr__(self: Any) -> str:
        values = [(name, getattr(self, name)) for name, _, _ in layout]
        return f"{declaration.__name__}({', '.join(f'{name}={_short(value)}' for name, value in values if value)})"

    namespace = {
        "__slots__": tuple(name for name, _, _ in layout),
        "_fields": tuple(name for name, _, _ in layout),
        "__annotations__": get_type_hints(declaration, include_extras=True),  # with those of a record that it extends
        "__doc__": declaration.__doc__,
        "__module__": declaration.__module__,
        "__qualname__": declaration.__qualname__,
        "__init__": __init__,
        "__repr__": __repr__,
        "_copy_to": _copier(layout),
    }
    return type(declaration.__name__, (), namespace)


def _short(value: Any) -> str:
    """Show a field: an array without the zeros at its end, and of a long one the beginning."""
    if not isinstance(value, list):
        return str(value)
    used = max((place + 1 for place, item in enumerate(value) if item not in (0, [])), default=0)
    return f"[{', '.join(_short(item) for item in value[: min(used, _SHOWN)])}{', ...' if used > _SHOWN else ''}]"


def _copier(layout: tuple[Field, ...]) -> Any:
    """Make the method that copies a record field by field, without loops: a table is copied for every move."""
    copied = ("{}", "{}[:]", "[row[:] for row in {}]", "[[row[:] for row in plane] for plane in {}]")
    lines = [f"    target.{name} = {copied[len(shape)].format(f'self.{name}')}" for name, _, shape in layout]
    names: dict[str, Any] = {}
    exec("\n".join(["def _copy_to(self, target):", *lines]), names)
    return names["_copy_to"]


def assign(target: Any, source: Any) -> None:
    """Copy every field of a record to another; they share nothing afterwards."""
    source._copy_to(target)
