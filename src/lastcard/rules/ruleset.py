"""A rule set: a frozen value with the dimensions of the rules as fields, checked when it is made."""

import dataclasses
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any

from ..core import tables
from ..core.layout import Rules
from ..core.terms import (
    SEATS,
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    Axis,
    BlockedRound,
    CountInfo,
    DealerPick,
    DealerRotation,
    DrawnCard,
    FinedTurn,
    FirstSeat,
    Kind,
    LastCard,
    LastExchange,
    MatchEnd,
    NumberEffect,
    PileOut,
    Policing,
    ReadyGate,
    ReverseEffect,
    ReverseHeadsUp,
    RoundScore,
    SkipEffect,
    SkipReach,
    StartAction,
    StartReverse,
    StartWild,
    StartWildDraw,
    Teams,
    Total,
    UnoDuty,
    UnoUnnoticed,
    UnoWindow,
    WildDrawCondition,
)
from ..errors import RulesetError, did_you_mean
from .decks import MAX_POINTS, Deck, find_deck
from .values import (
    MAX_CARDS,
    Batch,
    ChallengeTerms,
    Ending,
    HandLimit,
    JumpIn,
    Scoring,
    Skin,
    SkipTotal,
    check_flag,
    check_member,
    check_number,
)

MAX_HAND = 15
DEFLECTORS = frozenset({Kind.SKIP, Kind.REVERSE})  # what may send cards owed on (D50, D51)

_RANGES = {
    "hand_size": (1, MAX_HAND),
    "uno_penalty": (0, MAX_CARDS),
    "fine_false_call": (0, MAX_CARDS),
    "fine_advice": (0, MAX_CARDS),
}
_RECORDS = {
    "deck": Deck,
    "batch": Batch,
    "challenge_terms": ChallengeTerms,
    "skip_total": SkipTotal,
    "round_score": Scoring,
    "match_end": Ending,
}


@dataclass(frozen=True, kw_only=True, repr=False)
class Ruleset:
    """What is played: one value for each dimension; a new one has the practice of the official sheets."""

    # Setting up.
    deck: Deck = field(default_factory=lambda: find_deck("mattel108"))
    seats: tuple[int, int] = (2, SEATS)
    hand_size: int = 7
    dealer_pick: DealerPick = DealerPick.HIGHEST_CARD
    dealer_rotation: DealerRotation = DealerRotation.CLOCKWISE
    first_seat: FirstSeat = FirstSeat.LEFT_OF_DEALER
    start_action: StartAction = StartAction.APPLY
    start_reverse: StartReverse = StartReverse.DEALER_FIRST
    start_wild: StartWild = StartWild.FIRST_PLAYER_CHOOSES
    start_wild_draw: StartWildDraw = StartWildDraw.REDRAW

    # A turn.
    match_axes: frozenset[Axis] = frozenset(Axis)
    batch: Batch = Batch()
    draw_size: int | None = 1  # None: until one fits
    draw_voluntary: bool = True
    drawn_card: DrawnCard = DrawnCard.MAY_PLAY
    pile_out: PileOut = PileOut.RESHUFFLE

    # Effects.
    skip_effect: SkipEffect = SkipEffect.NEXT
    reverse_effect: ReverseEffect = ReverseEffect.FLIP
    reverse_heads_up: ReverseHeadsUp = ReverseHeadsUp.SKIP
    draw_forfeits_turn: bool = True
    number_effects: tuple[tuple[int, NumberEffect], ...] = ()

    # Wild draws.
    wd_condition: WildDrawCondition = WildDrawCondition.NO_COLOUR
    wd_policing: Policing = Policing.CHALLENGE
    challenge_terms: ChallengeTerms = ChallengeTerms()

    # Responses.
    answer_skip: AnswerSkip = AnswerSkip.NONE
    answer_draw2: AnswerDraw = AnswerDraw.NONE
    answer_wd: AnswerWildDraw = AnswerWildDraw.NONE
    draw_total: Total = Total.SUM
    skip_total: SkipTotal = SkipTotal()
    answer_forced: bool = False
    jump_in: JumpIn | None = None

    # The call.
    uno_duty: UnoDuty = UnoDuty.ON_PLAY
    uno_late_ok: bool = True
    uno_window: UnoWindow = UnoWindow.NEXT_TURN_BEGINS
    uno_penalty: int = 2

    # Conduct.
    fine_illegal: int | None = None  # None: refused
    fine_false_call: int = 0
    fine_advice: int = 0
    ready_gate: ReadyGate = ReadyGate.OFF
    count_info: CountInfo = CountInfo.PUBLIC

    # The end.
    last_card: LastCard = LastCard.DRAWS_APPLY
    exit_ban: frozenset[Kind] = frozenset()
    hand_limit: HandLimit | None = None
    round_score: Scoring = Scoring()
    card_values: tuple[tuple[str, int], ...] = ()  # what differs from the deck's own points, by card or by rank
    match_end: Ending = Ending()
    teams: Teams = Teams.NONE
    skin: Skin = Skin.WHITE

    # What came later, each by the next number.
    skip_reach: SkipReach = SkipReach.ROUND_THE_TABLE
    deflect_draw2: frozenset[Kind] = frozenset()  # of DEFLECTORS
    deflect_wd: frozenset[Kind] = frozenset()
    uno_unnoticed: UnoUnnoticed = UnoUnnoticed.SAFE
    fined_turn: FinedTurn = FinedTurn.LOST
    last_exchange: LastExchange = LastExchange.IGNORED
    blocked_round: BlockedRound = BlockedRound.LOWEST_WINS

    def __post_init__(self) -> None:
        self._check_types()
        self._check_optional()
        self._check_collections()
        self._normalise()
        self._check_deck()
        self._check_ending()

    # ---------------------------------------------------------------- text

    @classmethod
    def from_id(cls, text: str) -> "Ruleset":
        """The rule set an id means; options may stand in any order."""
        return _from_id(text)

    @cached_property
    def id(self) -> str:
        """A preset and what differs from it; equal rule sets have equal ids."""
        from .ids import write_id  # ids needs presets, and presets need this class

        return write_id(self)

    def __repr__(self) -> str:
        return f"Ruleset.from_id({self.id!r})"

    # ---------------------------------------------------------------- use

    @cached_property
    def core_rules(self) -> Rules:
        """The record the core reads; it is shared and never written to."""
        rules = Rules()
        tables.fill(rules, self)
        return rules

    def replace(self, **changes: Any) -> "Ruleset":
        """The same rule set with other values for some dimensions."""
        for name in changes:
            if name not in DIMENSIONS:
                raise RulesetError(f"no dimension {name!r}{did_you_mean(name, DIMENSIONS)}")
        return dataclasses.replace(self, **changes)

    def check_table(self, seats: int) -> None:
        """Refuse a number of seats this rule set cannot be played with (RULES C.7)."""
        low, high = self.seats
        check_number("seats at the table", seats, low, high)
        if self.teams is Teams.PARTNERS and (seats % 2 or seats < 4):
            raise RulesetError(f"seats at the table = {seats}: partners need an even number, 4 or more")
        most = (self.deck.size - 2) // self.hand_size
        if seats > most:
            raise RulesetError(
                f"seats at the table = {seats}: {self.hand_size} cards each from {self.deck.size} "
                f"are enough for {most} seats"
            )

    # ---------------------------------------------------------------- checks

    def _check_types(self) -> None:
        for dimension in dataclasses.fields(self):
            name, wanted = dimension.name, dimension.type
            value = getattr(self, name)
            if name in _RANGES:
                check_number(name, value, *_RANGES[name])
            elif name in _RECORDS and not isinstance(value, _RECORDS[name]):
                raise RulesetError(f"{name} = {value!r}: a {_RECORDS[name].__name__} is wanted")
            elif wanted is bool:
                check_flag(name, value)
            elif wanted is not Skin and isinstance(wanted, type) and issubclass(wanted, Enum):
                check_member(name, value, wanted)

    def _check_optional(self) -> None:
        if self.draw_size is not None:
            check_number("draw_size", self.draw_size, 1, MAX_CARDS)
        if self.fine_illegal is not None:
            check_number("fine_illegal", self.fine_illegal, 1, MAX_CARDS)
        for name, wanted in (("jump_in", JumpIn), ("hand_limit", HandLimit)):
            value = getattr(self, name)
            if value is not None and not isinstance(value, wanted):
                raise RulesetError(f"{name} = {value!r}: None or a {wanted.__name__} is wanted")
        if self.skin not in list(Skin):
            raise RulesetError(f"skin = {self.skin!r}: allowed are {', '.join(Skin)}")

    def _check_collections(self) -> None:
        if not isinstance(self.seats, tuple) or len(self.seats) != 2:
            raise RulesetError(f"seats = {self.seats!r}: the fewest and the most players are wanted")
        check_number("seats (fewest)", self.seats[0], 2, SEATS)
        check_number("seats (most)", self.seats[1], self.seats[0], SEATS)
        for axis in _items("match_axes", self.match_axes):
            check_member("match_axes", axis, Axis)
        for kind in _items("exit_ban", self.exit_ban):
            check_member("exit_ban", kind, Kind)
        for name in ("deflect_draw2", "deflect_wd"):
            for kind in _items(name, getattr(self, name)):
                check_member(name, kind, Kind)
                if kind not in DEFLECTORS:
                    raise RulesetError(f"{name} = {_names(getattr(self, name))}: allowed are {_names(DEFLECTORS)}")
        for number, effect in _pairs("number_effects", self.number_effects):
            check_number("number_effects", number, 0, 999)
            check_member(f"number_effects of {number}", effect, NumberEffect)
        for card, points in _pairs("card_values", self.card_values):
            check_number(f"card_values of {card!r}", points, 0, MAX_POINTS)

    def _normalise(self) -> None:
        """One form for each value, so that equal rule sets are equal."""
        for name, value in (
            ("match_axes", frozenset(self.match_axes)),
            ("exit_ban", frozenset(self.exit_ban)),
            ("deflect_draw2", frozenset(self.deflect_draw2)),
            ("deflect_wd", frozenset(self.deflect_wd)),
            ("number_effects", tuple(sorted(self.number_effects))),
            ("card_values", tuple(sorted(self.card_values))),
            ("skin", Skin(self.skin)),
        ):
            object.__setattr__(self, name, value)

    def _check_deck(self) -> None:
        """Whatever depends on the cards there are (RULES C.7)."""
        deck = self.deck
        if find_deck(deck.name) != deck:
            raise RulesetError(f"deck = {deck!r}: another deck has that name")
        kinds = {card.kind for card in deck.types}
        if self.exit_ban >= kinds:
            raise RulesetError(f"exit_ban = {_names(self.exit_ban)}: names every kind in the pack, so nobody could win")
        if Axis.COLOUR not in self.match_axes and any(not card.wild for card in deck.types):
            raise RulesetError(
                f"match_axes = {_names(self.match_axes)}: COLOUR must be among them, unless the pack is all wild"
            )
        redraws = (StartAction.REDRAW, StartWild.REDRAW, StartWildDraw.REDRAW)
        if Kind.NUMBER not in kinds and (self.start_action, self.start_wild, self.start_wild_draw) == redraws:
            raise RulesetError(
                f"start_action, start_wild and start_wild_draw = REDRAW: deck {deck.name!r} has no number to start with"
            )
        # Cards that all count the same would tie for ever.
        if self.dealer_pick is DealerPick.HIGHEST_CARD and len({card.number or 0 for card in deck.types}) < 2:
            raise RulesetError(f"dealer_pick = HIGHEST_CARD: the cards of deck {deck.name!r} all count the same")
        self._check_cards_named()

    def _check_cards_named(self) -> None:
        plain = {card.number for card in self.deck.types if card.kind is Kind.NUMBER}
        for card in self.deck.types:
            if card.number not in plain and card.number in dict(self.number_effects):
                raise RulesetError(f"number_effects of {card.number}: {card.text} already has an effect in the deck")
        known = {card.text for card in self.deck.types}
        known |= {card.text[1:] for card in self.deck.types if not card.wild}
        for text, _ in self.card_values:
            if text not in known:
                hint = did_you_mean(text, known)
                raise RulesetError(
                    f"card_values of {text!r}: no card and no rank of deck {self.deck.name!r}{hint}; "
                    "allowed are cards such as 'w+4' and ranks such as 'S'"
                )

    def _check_ending(self) -> None:
        """How hands, scores and the match fit together (RULES C.7)."""
        if self.hand_limit is not None and self.hand_limit.n <= self.hand_size:
            raise RulesetError(f"hand_limit.n = {self.hand_limit.n}: more than hand_size = {self.hand_size} is wanted")
        score, end = self.round_score.kind, self.match_end.kind
        allowed = ENDINGS[score]
        if end not in allowed:
            raise RulesetError(
                f"match_end.kind = {end.name} with round_score.kind = {score.name}: "
                f"allowed are {', '.join(kind.name for kind in allowed)}"
            )


DIMENSIONS = tuple(dimension.name for dimension in dataclasses.fields(Ruleset))

_ANY_SCORE = (MatchEnd.SINGLE_ROUND, MatchEnd.ROUNDS)
ENDINGS: dict[RoundScore, tuple[MatchEnd, ...]] = {
    RoundScore.NONE: _ANY_SCORE,
    RoundScore.WINNER_TAKES: (*_ANY_SCORE, MatchEnd.REACH_WINS),
    RoundScore.OWN_HAND: (
        *_ANY_SCORE,
        MatchEnd.REACH_LOSES,
        MatchEnd.REACH_LOWEST_WINS,
        MatchEnd.REACH_OUT,
        MatchEnd.SURVIVAL,
    ),
    RoundScore.FLAT: (*_ANY_SCORE, MatchEnd.REACH_WINS),
}


def _items(where: str, value: object) -> frozenset[Any]:
    if not isinstance(value, set | frozenset):
        raise RulesetError(f"{where} = {value!r}: a set is wanted")
    return frozenset(value)


def _pairs(where: str, value: object) -> tuple[tuple[Any, Any], ...]:
    """The pairs of a table with each key once."""
    if not isinstance(value, tuple) or any(not isinstance(pair, tuple) or len(pair) != 2 for pair in value):
        raise RulesetError(f"{where} = {value!r}: a tuple of pairs is wanted")
    if len({key for key, _ in value}) < len(value):
        raise RulesetError(f"{where} = {value!r}: something is named twice")
    return value


def _names(members: frozenset[Any]) -> str:
    return "{" + ", ".join(member.name for member in sorted(members)) + "}"


@lru_cache(maxsize=1024)
def _from_id(text: str) -> Ruleset:
    """One value for each id, so that all tables with the same rules share one compiled record."""
    from .ids import read_id

    return read_id(text)
