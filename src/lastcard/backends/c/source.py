"""Write a whole C file: what the machine provides, the records, the functions, and the entries that Python calls."""

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from ...core.records import fields
from ..records import layout_of
from .translate import translate
from .types import STORAGE, VOID, ListOf, Refused, Type, c_name
from .unit import Unit

HERE = Path(__file__).parent


def source(modules: Iterable[ModuleType], entries: Iterable[str]) -> str:
    """Return the entries of a stack of modules, and all they need, as one C file."""
    unit = Unit(modules, entries)
    functions = translate(unit)
    parts = [(HERE / name).read_text(encoding="utf-8") for name in ("machine.h", "cpu.h", "alone.h")]
    for record in unit.records():
        parts += [struct_of(record), accessors(record)]
    if "restore" in unit.order:
        parts.append(RESTORE.replace("STATES", c_name(unit.signature("restore")[0]["states"])))
    return "\n".join([*parts, functions, *(_entry(unit, name) for name in unit.entries)])


RESTORE = """\
FN void lc_restore(STATES states, INT place, STATES sources, INT source) {
    states.at[place] = sources.at[source];
}
"""


def struct_of(record: type) -> str:
    """Return a record as a C struct, in the layout of `backends.records`."""
    name = record.__name__
    size, padding = layout_of(record).size, layout_of(record).padding
    lines = [f"    {STORAGE[storage]} {field}{_shape(shape)};" for field, storage, shape in fields(record)]
    lines += [f"    int8_t padding[{padding}];"] if padding else []
    return "\n".join(
        [
            f"typedef struct {name} {{",
            *lines,
            f"}} {name};",
            f'_Static_assert(sizeof({name}) == {size}, "{name}");',
            f"typedef struct {{ {name} *at; INT n; }} {name}s;",
        ]
    )


def _shape(shape: tuple[int, ...]) -> str:
    return "".join(f"[{length}]" for length in shape)


def accessors(record: type) -> str:
    """Return the macros that read and write the fields of a record, for the layout above."""
    lines = []
    for field, storage, shape in fields(record):
        indices = "ijk"[: len(shape)]
        place = f"(p)->{field}{''.join(f'[{i}]' for i in indices)}"
        arguments = ", ".join(("p", *indices))
        name = f"{record.__name__}_{field}"
        lines.append(f"#define {name}({arguments}) LOAD({place})")
        lines.append(f"#define {name}_put({arguments}, value) STORE({STORAGE[storage]}, {place}, value)")
    return "\n".join(lines)


def _entry(unit: Unit, name: str) -> str:
    """Return the function that Python calls: it takes a row of lists, one for each parameter."""
    parameters, returns = unit.signature(name)
    if returns != VOID or not all(isinstance(t, ListOf) for t in parameters.values()):
        raise Refused(f"the entry {name}() must take lists and return nothing")
    given = [_given(t, i) for i, t in enumerate(parameters.values())]
    return f"EXPORT void lastcard_{name}(const List *lists) {{\n    lc_{name}({', '.join(given)});\n}}\n"


def _given(t: Type, i: int) -> str:
    width = f", lists[{i}].width" if isinstance(t, ListOf) and isinstance(t.item, ListOf) else ""
    return f"({c_name(t)}){{lists[{i}].at, lists[{i}].n{width}}}"
