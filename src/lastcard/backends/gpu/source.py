"""Write the whole text for one rule set, plan and number of seats: everything that stays the same is a constant."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ...core.layout import Rules
from ...core.records import fields
from ...core.terms import F_REFILLED, FACTS, OVER, SEATS
from ..c.ranges import WHOLE
from ..c.source import HERE as C
from ..c.source import struct_of
from ..c.translate import translate
from ..c.types import STORAGE
from ..c.unit import Unit
from .layout import WORD, Layout, layout_for, state_text

HERE = Path(__file__).parent
CUDA, LANE = "cuda.h", "lane.h"  # what the text is compiled for

ENTRIES = (
    "seed", "stack_pack", "shuffle", "forget_tally", "deal_stock", "lays_invite_claims", "one_move", "how_it_ended",
    "points_written",
)  # fmt: skip
GIVEN = {  # what the kernels give to the entries
    "seed": {"low": WHOLE, "high": WHOLE},
    "deal_stock": {"seats": (2, SEATS), "dealer": (0, SEATS - 1), "youngest": (0, 0), "away": (0, 0)},
}
# Functions that few lanes call at the same time, kept out of line so that the rest stays in the cache of instructions.
RARELY = (
    "refill", "serve", "win", "blocked", "deal_stock", "challenge", "name_colour", "swap_hands", "rotate_hands",
    "choose_seat", "catch", "knock_out", "seat_with_claim",
)  # fmt: skip
# Functions whose calls are left out: the kernels call them, for many lanes at the same time.
LATER = ("write_points",)
STRANGE = -1  # how a round ended that must be played elsewhere
QUAD = 16  # bytes
BLOCK = 128  # lanes that start together
REGISTERS = 8  # blocks that must fit on one processor of a GPU at a time
REFILL = 16  # lanes that begin rounds together
COLUMN_ROOM = 64  # columns of the totals


class Setting(NamedTuple):
    """What a text is written for."""

    modules: Sequence[ModuleType]
    rules: Rules
    plan: Any  # a record, as is `totals`
    seats: int
    totals: type
    constants: Mapping[str, int]  # of the totals, by the names the kernels know them by

    @property
    def layout(self) -> Layout:
        """The layout of its states."""
        return layout_for(self.rules, self.seats)

    @property
    def pack_size(self) -> int:
        """The bytes of a shuffled pack, with the generator."""
        return QUAD * _quads(self.layout)

    @property
    def outcome_size(self) -> int:
        """The bytes of the outcome of a round: six numbers and the facts."""
        return WORD * (6 + FACTS // 2 + FACTS % 2)


def _quads(layout: Layout) -> int:
    return 1 + -(-layout.room // QUAD)


def source(setting: Setting, machine: str) -> str:
    """Return the text for a setting, to be compiled for a GPU (CUDA) or for a single lane on a CPU (LANE)."""
    layout = setting.layout
    unit = Unit(setting.modules, ENTRIES, {"SEATS": setting.seats, "CARDS": layout.room})
    for entry, given in GIVEN.items():
        for name, possible in given.items():
            unit.grow(entry, name, (possible,))
    constants = dict(setting.constants) | {
        "OVER": OVER, "F_REFILLED": F_REFILLED, "STRANGE": STRANGE, "BLOCK": BLOCK, "BLOCKS": REGISTERS,
        "REFILL": REFILL, "COLUMN_ROOM": COLUMN_ROOM, "PLAYERS": setting.seats, "PACK": setting.rules.n_pack,
        "PACK_QUADS": _quads(layout), "PILE_WORDS": layout.room // WORD, "FACT_WORDS": FACTS // 2 + FACTS % 2,
    }  # fmt: skip
    return "\n".join(
        [
            _file(HERE / machine),
            _file(C / "machine.h"),
            _file(HERE / "state.h"),
            state_text(layout),
            constants_text(setting.rules, "Rules"),
            constants_text(setting.plan, "Plan"),
            translate(unit, RARELY, LATER),
            struct_of(setting.totals),
            *(f"#define {name} ({value})" for name, value in constants.items()),
            _file(HERE / "kernels.h"),
        ]
    )


def _file(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def constants_text(record: Any, name: str) -> str:
    """Return a record as constants and tables, with the macros that read its fields; the record itself is not there."""
    lines = [f"typedef struct {name} {name};"]
    for field, storage, shape in fields(type(record)):
        value = getattr(record, field)
        if not shape:
            lines.append(f"#define {name}_{field}(p) ({_number(value)})")
            continue
        given = ", ".join(("p", *"ijk"[: len(shape)]))
        indices = list("ijk"[: len(shape)])
        while shape and all(row == value[0] for row in value):  # all rows alike: one is enough
            value, shape = value[0], shape[1:]
            indices.pop(0)
        if not shape:
            lines.append(f"#define {name}_{field}({given}) ({_number(value)})")
            continue
        table = f"{name.lower()}_{field}"
        lengths = "".join(f"[{length}]" for length in shape)
        lines.append(f"TABLE {STORAGE[storage]} {table}{lengths} = {_items(value)};")
        load = "LOAD" if storage == "i8" else "SMALL_LOAD"
        item = f"{load}({table}{''.join(f'[{i}]' for i in indices)})"
        lines.append(f"#define {name}_{field}({given}) {_masked(item, value, shape)}")
    return "\n".join(lines)


def _masked(item: str, values: Any, shape: tuple[int, ...]) -> str:
    """Return an item of a table with the bits that none of the items has cut off, so that compilers know of it."""
    if len(shape) > 1 or min(values) < 0:
        return item
    bits = 0
    for value in values:
        bits |= value
    return f"({item} & {_number(bits)})"


def _items(value: Any) -> str:
    return f"{{{', '.join(map(_items, value))}}}" if isinstance(value, list) else _number(value)


def _number(value: int) -> str:
    return str(value) if -(1 << 31) < value < 1 << 31 else f"INT64_C({value})"
