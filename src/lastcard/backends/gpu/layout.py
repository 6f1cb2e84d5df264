"""Lay out a state in as few bytes as one rule set needs.

The functions read and write a state through macros (see `backends.c.translate`), so only these change.  Nothing is
taken for granted: a value that does not fit marks the state as strange, and such a round is played elsewhere.
"""

from collections import Counter
from collections.abc import Mapping
from math import prod
from typing import NamedTuple

from ...core.layout import Rules, State
from ...core.records import fields
from ...core.terms import CARDS, FACT_ROOM, FACTS, NO_DUTY, NO_GATE, RANKS, ROTATES, ROWS, SEATS, SWAPS, TYPES
from ..c.types import STORAGE

WORD = 4  # bytes
DIVIDING = 43, 10  # a card times 43, shifted right by 10 bits, is its row
NIBBLE = 15  # the most that four bits can hold
SIZES = {"int64_t": 8, "int32_t": 4, "uint32_t": 4, "int16_t": 2, "uint16_t": 2, "int8_t": 1, "nibbles": 0.5}
UNSIGNED = {"rng": "uint32_t", "tally": "uint16_t"}  # words of the generator; counts, which are checked
WIDE = ("int64_t", "uint32_t")  # these need more than 32 bits with a sign
IN_WORDS = ("pile", "tally")  # copied as whole words


class Place(NamedTuple):
    """A field of the compact state."""

    name: str
    storage: str
    shape: tuple[int, ...]

    @property
    def alignment(self) -> float:
        """The bytes of its items, or of the words they are copied in."""
        return WORD if self.name in IN_WORDS else SIZES[self.storage]

    @property
    def size(self) -> int:
        """The bytes it takes."""
        return int(prod(self.shape) * SIZES[self.storage])


class Layout(NamedTuple):
    """The compact state of one rule set and number of seats."""

    places: tuple[Place, ...]
    fixed: Mapping[str, int]  # fields that keep one value throughout, which is not stored
    room: int  # cards in the pile
    ranks: int  # for which a row of a hand has room

    @property
    def size(self) -> int:
        """The bytes of a state."""
        used = sum(place.size for place in self.places) + 1
        return used + -used % SIZES["int64_t"]  # type: ignore[return-value]  # a whole number


def layout_for(rules: Rules, seats: int) -> Layout:
    """Return the layout for rounds of this rule set with this many seats."""
    room = rules.n_pack + -rules.n_pack % WORD
    ranks = _ranks(rules)
    lengths = {SEATS: seats, CARDS: room, FACT_ROOM: FACTS + FACTS % 2, TYPES: ROWS * ranks + ROWS * ranks % 2}
    fixed = fixed_fields(rules, seats)
    places = []
    for name, declared, shape in fields(State):
        if name not in fixed:
            storage = _count_storage(rules) if name == "count" else UNSIGNED.get(name, STORAGE[declared])
            places.append(Place(name, storage, tuple(lengths.get(length, length) for length in shape)))
    places.sort(key=lambda place: (-place.alignment, bool(place.shape)))
    return Layout(tuple(places), fixed, room, ranks)


def _count_storage(rules: Rules) -> str:
    copies = Counter(rules.pack[: rules.n_pack])
    return "nibbles" if max(copies.values()) <= NIBBLE else "int8_t"


def _ranks(rules: Rules) -> int:
    """Return how many ranks of each row need room: those of the pack, or all where whole hands are exchanged."""
    if _count_storage(rules) != "nibbles" or any(does & (SWAPS | ROTATES) for does in rules.does):
        return RANKS
    return 1 + max(card % RANKS for card in rules.pack[: rules.n_pack])


def fixed_fields(rules: Rules, seats: int) -> dict[str, int]:
    """Return the fields that cannot change in a simulated round of these rules; the kernels check that they do not."""
    fixed = {"seats": seats, "accused": 0}  # nobody accuses in vain
    if rules.hand_limit == 0:
        fixed["out"] = 0
    if rules.ready_gate == NO_GATE:
        fixed["ready"] = 0
    if rules.uno_duty == NO_DUTY:
        fixed |= {"called": 0, "catchable": 0, "one_left": 0}
    return fixed


def state_text(layout: Layout) -> str:
    """Return the struct of a state and the macros that read and write its fields."""
    lines = ["typedef struct State {"]
    lines += [f"    {_declaration(place)};" for place in layout.places]
    lines += ["    int8_t strange; /* a value did not fit */", "} State;"]
    lines += [f'_Static_assert(sizeof(State) == {layout.size}, "State");']
    lines += [
        f"#define ROW(card) ((card) * {DIVIDING[0]} >> {DIVIDING[1]})",
        f"#define SLOT(card) ((card) - ROW(card) * {RANKS - layout.ranks})",
        f"#define HAS_SLOT(card) ((card) - ROW(card) * {RANKS} < {layout.ranks})",
    ]
    for place in layout.places:
        lines += _accessors(place)
    for name, value in layout.fixed.items():
        lines.append(f"#define State_{name}(p) ((SMALL){value})")
        lines.append(f"#define State_{name}_put(p, value) EXPECT(p, (value) == {value})")
    return "\n".join(lines)


def _declaration(place: Place) -> str:
    if place.storage == "nibbles":
        rows, items = place.shape
        return f"uint8_t {place.name}[{rows}][{items // 2}]"
    shape = "".join(f"[{length}]" for length in place.shape)
    if place.name in IN_WORDS:
        return f"union {{ {place.storage} item{shape}; uint32_t word[{place.size // WORD}]; }} {place.name}"
    return f"{place.storage} {place.name}{shape}"


def _accessors(place: Place) -> list[str]:
    indices = "ijk"[: len(place.shape)]
    arguments = ", ".join(("p", *indices))
    read, write = f"State_{place.name}({arguments})", f"State_{place.name}_put({arguments}, value)"
    if place.storage == "nibbles":
        return [
            f"#define {read} nibble((p)->{place.name}[i], SLOT(j))",
            f"#define {write} put_nibble(&(p)->strange, (p)->{place.name}[i], SLOT(j), HAS_SLOT(j), value)",
        ]
    item = f"(p)->{place.name}{'.item' * (place.name in IN_WORDS)}{''.join(f'[{i}]' for i in indices)}"
    if place.name == "tally":
        return [f"#define {read} SMALL_LOAD({item})", f"#define {write} put_tally(p, {', '.join(indices)}, value)"]
    store = "STORE_WORD" if place.name == "rng" else "STORE"
    load = "LOAD" if place.storage in WIDE else "SMALL_LOAD"
    return [f"#define {read} {load}({item})", f"#define {write} {store}({place.storage}, {item}, value)"]
