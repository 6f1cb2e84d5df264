"""What an observation contains, feature by feature, and how tables of a batch are shown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .._util.bounds import quoted
from ..core.terms import NONE, OVER, RANKS, WILD, Phase
from ..errors import LastCardError, did_you_mean
from ..rules import Ruleset
from .game import EVENT_KINDS, SIZES, Spec
from .index import ACTIONS_VERSION, CANONICAL, compact_index
from .rule_features import Feature, features_of

OBSERVATION_VERSION = 1  # the first to be released
AHEAD = 6  # cards of the stock in the truth
TABLE = ("claim", "owed", "stock", "discards", "batch", "calling", "clockwise", "challengeable", "bluffed", "passes")
MATCH = ("rounds",)  # after those of the table, if episodes are matches
SCALE = {"owed": 8, "stock": 100, "discards": 100, "batch": 4, "passes": 4, "rounds": 100, "cards": 10, "score": 100}
MARKS = ("called", "owes-call", "forgot", "accused", "ready", "out", "turn", "laid", "dealer", "partner")
EVENTS = ("drew", "took", "challenged")
assert len(EVENTS) == EVENT_KINDS


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an observation: its features from `start` to `stop`, their names, and what to divide them by."""

    name: str
    start: int
    names: tuple[str, ...]
    scale: tuple[int, ...]

    @property
    def stop(self) -> int:
        """The feature after the last one."""
        return self.start + len(self.names)

    @property
    def slice(self) -> slice:
        """The part as a slice: `obs[:, part.slice]`."""
        return slice(self.start, self.stop)


class Layout:
    """The parts of an observation for a rule set and a number of seats, or those of the truth."""

    def __init__(self, parts: Sequence[tuple[str, Sequence[str], int | Sequence[int]]]) -> None:
        found = []
        start = 0
        for name, names, scale in parts:
            scales = (scale,) * len(names) if isinstance(scale, int) else tuple(scale)
            found.append(Part(name, start, tuple(names), scales))
            start += len(names)
        self.parts, self.size = tuple(found), start

    def __getitem__(self, name: str) -> Part:
        if not isinstance(name, str) or name not in self._by_name:
            raise LastCardError(f"there is no part {quoted(name)}{did_you_mean(str(name), self._by_name)}")
        return self._by_name[name]

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    @cached_property
    def _by_name(self) -> dict[str, Part]:
        return {part.name: part for part in self.parts}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every feature."""
        return tuple(f"{part.name}: {name}" if name else part.name for part in self.parts for name in part.names)

    @cached_property
    def scale(self) -> tuple[int, ...]:
        """What is much for each feature: divide by it to get numbers that are rarely above 1."""
        return tuple(scale for part in self.parts for scale in part.scale)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Everything that decides what tables look like."""

    rules: Ruleset
    seats: int
    ask: bool = True
    match: bool = False
    canonical: bool = True
    history: int = 8

    @property
    def version(self) -> str:
        """A text that changes whenever a feature or an index does."""
        options = [
            "ask" if self.ask else "auto", "match" if self.match else "round",
            "canonical" if self.canonical else "as-is", f"history{self.history}",
        ]  # fmt: skip
        versions = f"obs{OBSERVATION_VERSION}/act{ACTIONS_VERSION}"
        return "/".join([self.rules.id, str(self.seats), *options, versions])

    @cached_property
    def ranks(self) -> list[str]:
        """The ranks of the coloured cards, then those of the wilds."""
        return [self._rank(rank) for rank in range(self.n_suit)] + [
            self.rules.deck.text[WILD + rank] for rank in range(self.n_wild)
        ]

    def _rank(self, rank: int) -> str:
        cards = self.rules.deck.by_code
        return next(cards[row * RANKS + rank].rank for row in range(4) if row * RANKS + rank in cards)

    @cached_property
    def n_suit(self) -> int:
        """The number of ranks of coloured cards."""
        return 1 + max((card % RANKS for card in self.rules.deck.pack() if card < WILD), default=NONE)

    @cached_property
    def n_wild(self) -> int:
        """The number of kinds of wild cards."""
        return 1 + max((card % RANKS for card in self.rules.deck.pack() if card >= WILD), default=NONE)

    @cached_property
    def colours(self) -> list[str]:
        """The letters of the colours, as they are shown."""
        letters = [letter for letter, _ in self.rules.deck.colours]
        return list(CANONICAL[: len(letters)]) if self.canonical else letters

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of cards, as they are shown."""
        coloured = [f"{colour}{rank}" for colour in self.colours for rank in self.ranks[: self.n_suit]]
        return coloured + self.ranks[self.n_suit :]

    @cached_property
    def universal(self) -> list[int]:
        """The actions of the compact index, in the universal one."""
        return compact_index(self.rules, self.seats, ask=self.ask)

    def _card(self) -> list[str]:
        """Return the features of one card or face."""
        four = self.colours + [f"no colour {i}" for i in range(len(self.colours), 4)]
        return [*(f"colour {colour}" for colour in four), *(f"rank {rank}" for rank in self.ranks)]

    def _seat(self) -> list[str]:
        """Return the features of one seat."""
        sizes = [f"{n} cards" for n in range(SIZES - 1)] + [f"{SIZES - 1} or more cards", "cards"]
        lacks = [f"without {colour}" for colour in self.colours]
        lacks += [f"without colour {i}" for i in range(len(lacks), 4)]
        return [*sizes, *MARKS, *lacks, *(["score"] if self.match else [])]

    @cached_property
    def layout(self) -> Layout:
        """What an observation contains."""
        event = [f"by +{place}" for place in range(self.seats)] + self._card() + list(EVENTS)
        most = max(self.rules.deck.counts)
        seat = [4 if name.startswith("without") else SCALE.get(name, 1) for name in self._seat()]
        return Layout(
            [
                ("hand", self.kinds, most),
                ("unseen", self.kinds, most),
                *((f"known +{place}", self.kinds, most) for place in range(1, self.seats)),
                ("face", self._card(), 1),
                ("drawn", self._card(), 1),
                ("under", self._card(), 1),
                ("phase", [phase.name.lower() for phase in list(Phase)[:OVER]], 1),
                *((name, [""], SCALE.get(name, 1)) for name in (*TABLE, *(MATCH if self.match else ()))),
                *((f"seat +{place}", self._seat(), seat) for place in range(self.seats)),
                *((f"event -{back + 1}", event, 1) for back in range(self.history)),
                ("rules", [told.name for told in self._rules], [told.scale for told in self._rules]),
            ]
        )

    @cached_property
    def truth_layout(self) -> Layout:
        """What the truth contains."""
        hands = [(f"hand +{place}", self.kinds, max(self.rules.deck.counts)) for place in range(1, self.seats)]
        cards = [(f"stock {place}", self._card(), 1) for place in range(AHEAD)]
        return Layout([*hands, *cards, ("bluff", [""], 1)])

    def rule_features(self) -> list[int]:
        """Return what says which rules are in force."""
        return [told.number for told in self._rules]

    @cached_property
    def _rules(self) -> list[Feature]:
        return features_of(self.rules)

    def spec(self) -> Spec:
        """Return all this as compiled code needs it."""
        e, layout = Spec(), self.layout
        e.index = [NONE] * len(e.index)
        for index, number in enumerate(self.universal):
            e.index[number], e.universal[index] = index, number
        for card, count in Counter(self.rules.deck.pack()).items():
            e.pack[card] = count
        e.seats, e.ask, e.match, e.canonical = self.seats, int(self.ask), int(self.match), int(self.canonical)
        e.history, e.n_suit, e.n_wild, e.ahead = self.history, self.n_suit, self.n_wild, AHEAD
        e.n_kinds, e.n_actions = len(self.kinds), len(self.universal)
        e.at_unseen, e.at_known, e.at_face = layout["unseen"].start, layout["unseen"].stop, layout["face"].start
        e.at_table, e.at_seats, e.at_rules = layout["phase"].start, layout["seat +0"].start, layout["rules"].start
        e.at_history, e.seat_width = layout[f"seat +{self.seats - 1}"].stop, len(self._seat())
        e.event_width = self.seats + len(self._card()) + EVENT_KINDS
        return e


def interchangeable(rules: Ruleset) -> bool:
    """Return whether the colours differ in nothing but their names."""
    r, counts = rules.core_rules, Counter(rules.deck.pack())

    def suit(colour: int) -> list[tuple[int, ...]]:
        cards = range(colour * RANKS, (colour + 1) * RANKS)
        tables = (r.points, r.number, r.draws, r.skips, r.does, r.asks)
        return [(counts[card], *(table[card] for table in tables if counts[card])) for card in cards]

    return all(suit(colour) == suit(0) for colour in range(r.colours))
