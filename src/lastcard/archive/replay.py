"""Replay records, act by act and strictly: every act must be exactly what the rules give."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..backends.scripted import ScriptedState, ScriptError
from ..backends.scripted import engine as scripted
from ..core.layout import Sheet
from ..errors import LastCardError, RecordError
from ..game.events import Event, events_of, told_to
from ..game.match import place, write_round
from ..game.round import Round
from ..game.sheet import ScoreSheet
from ..game.table_checks import check_seat
from ..game.values import SEAT_SETS, Move, values_of
from ..notation import format_card
from .acts import DealerAct, dealer_acts, opening_acts, parse_act
from .record import Record, RoundRecord


@dataclass(frozen=True)
class Step:
    """One move of a replay, or the opening of a round: what happened, and the table after it.

    All steps of a round share one table, which the next step changes.  Take `table.copy()` to keep it as it is.
    """

    round: int  # from 1
    move: Move | None  # None: the opening
    picks: tuple[Event, ...]  # in the opening: the cards drawn to decide the dealer
    events: tuple[Event, ...]
    table: Round
    scores: tuple[int, ...]  # before the round

    def acts(self, seat: int | None, *, whole: bool = False) -> list[str]:
        """Return the acts of the step as a seat or a spectator (None) was told them; `whole` hides nothing."""
        rules = self.table.rules
        picks, events = (told if whole else told_to(told, seat) for told in (self.picks, self.events))
        if self.move is None:
            return opening_acts(rules, events, picks)
        return [str(self.move), *dealer_acts(rules, events)]


class Replay:
    """The replay of a record, act by act."""

    def __init__(self, record: Record) -> None:
        if not isinstance(record, Record):
            raise LastCardError(f"a replay needs a Record, not {type(record).__name__}")
        if record.redacted:
            raise RecordError(
                "this record has hidden cards: it can be shown, but only a full record can be replayed or verified"
            )
        if not record.rounds:
            raise RecordError("the record has no rounds")
        self.record = record
        self._sheet = Sheet()
        self._rules = record.rules.core_rules
        self._values = values_of(record.rules)

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet after the last act carried out; a round counts once it is over."""
        return ScoreSheet.from_core(self._sheet)

    @property
    def over(self) -> bool:
        """Whether the match is over after the last act carried out."""
        return bool(self._sheet.over)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match, once it is over."""
        return SEAT_SETS[self._sheet.winners]

    def steps(self) -> Iterator[Step]:
        """Yield every move in order; raise `RecordError` at the first act that is not what the rules give.

        Use the table of a step before you ask for the next step, or copy it.
        """
        rounds = self.record.rounds
        table = _scripted_lots(self.record, rounds[0])
        if self.record.start is None:
            with self._errors_at("round 1"):
                scripted.open_match(self._sheet, self._rules, table, self.record.seats, self.record.youngest)
        else:
            self._sheet = self.record.start.to_core(self.record.rules, self.record.seats)
        for number, one in enumerate(rounds, 1):
            if self._sheet.over:
                raise RecordError(f"round {number}: the match was over before it")
            picked = events_of(table.take_facts(), self._values)
            played = yield from self._play(one, number, picked)
            if not played.over:
                if number < len(rounds):
                    raise RecordError(f"round {number} is not over, but another follows")
                if one.points is not None:
                    raise RecordError(f"round {number} has points, but is not over")
                return
            if one.points != played.points:
                raise RecordError(f"round {number}: the record has {one.points}, but the round gave {played.points}")
            table = _scripted_lots(self.record, rounds[number] if number < len(rounds) else one)
            table.copy_from(played.live_state())
            with self._errors_at(f"round {number + 1}"):
                write_round(scripted, self._sheet, played, table, self.record.youngest)

    def run(self) -> Round:
        """Replay the whole record and return the last round."""
        last = None
        for step in self.steps():
            last = step.table
        assert last is not None  # every round begins with acts
        return last

    def _play(self, one: RoundRecord, number: int, picked: tuple[Event, ...]) -> Generator[Step, None, Round]:
        record = self.record
        gone = SEAT_SETS[self._sheet.eliminated]
        if (one.dealer, one.away) != (self._sheet.dealer, gone):
            raise RecordError(
                f"round {number}: the record has dealer {one.dealer} and away {list(one.away)}, but by the rules it is "
                f"dealer {self._sheet.dealer} and away {list(gone)}"
            )
        reader = _Reader(one, number)
        scores = tuple(self._sheet.scores[: record.seats])
        with self._errors_at(f"round {number}"):
            table = place(_scripted_round(record, one), self._sheet)
        step = Step(number, None, picked, table.opening_events, table, scores)
        reader.expect(step.acts(None, whole=True))
        yield step
        while not reader.done:
            move, events = self._move(reader, table)
            step = Step(number, move, (), events, table, scores)
            reader.expect(step.acts(None, whole=True))
            yield step
        return table

    def _move(self, reader: "_Reader", table: Round) -> tuple[Move, tuple[Event, ...]]:
        record = self.record
        with self._errors_at(reader.place):
            move = parse_act(reader.peek(), record.rules, record.seats)
            if isinstance(move, DealerAct):
                raise RecordError(f"{reader.peek()!r} does not follow from the move before it")
            return move, table.act(move.seat, move.action)

    @contextmanager
    def _errors_at(self, where: str) -> Iterator[None]:
        """Raise RecordError, with the place in the record, for anything that cannot be carried out."""
        try:
            yield
        except ScriptError as error:
            card = format_card(self.record.rules.deck, error.args[0])
            raise RecordError(f"{where}: {card} is given, but it is not in the stock") from None
        except LastCardError as error:
            raise RecordError(f"{where}: {error}") from error


class _Reader:
    """Reads the acts of a round in order."""

    def __init__(self, one: RoundRecord, number: int) -> None:
        self.acts = one.acts
        self.number = number
        self.next = 0

    @property
    def done(self) -> bool:
        return self.next >= len(self.acts)

    @property
    def place(self) -> str:
        return f"round {self.number}, act {self.next + 1}"

    def peek(self) -> str:
        return self.acts[self.next]

    def expect(self, acts: list[str]) -> None:
        """Check that the next acts are these, and move past them."""
        for act in acts:
            if self.done:
                raise RecordError(f"{self.place}: the record ends, but {act!r} must follow")
            if self.peek() != act:
                raise RecordError(f"{self.place}: the record has {self.peek()!r}, but by the rules it must be {act!r}")
            self.next += 1


# ---------------------------------------------------------------- a player's own copy


def record_for_seat(record: Record, seat: int | None) -> Record:
    """Return a record of what one seat, or a spectator (None), saw, without cards given or shown to others only.

    Raise LastCardError for a seat that is not at the table, and RecordError for such a copy: it may be another seat's.
    """
    if seat is not None:
        check_seat(seat, record.seats)
    if record.redacted:
        raise RecordError("this record has hidden cards; a copy for a seat is made from the full record")
    rounds = [replace(one, acts=[]) for one in record.rounds]
    for step in Replay(record).steps():
        rounds[step.round - 1].acts += step.acts(seat)
    return replace(record, rounds=rounds)


# ---------------------------------------------------------------- the script of a round


def _dealer_acts_of(record: Record, one: RoundRecord) -> list[DealerAct]:
    acts = (parse_act(act, record.rules, record.seats) for act in one.acts)
    return [act for act in acts if isinstance(act, DealerAct)]


def _scripted_lots(record: Record, one: RoundRecord) -> ScriptedState:
    """Return a state whose stock gives the cards that the acts say were drawn to decide the dealer.

    The pack is shuffled anew whenever all its cards have been drawn.
    """
    cards = [card for act in _dealer_acts_of(record, one) if act.word == "pick" for card in act.cards]
    in_the_match = [seat for seat in range(record.seats) if seat not in one.away]
    lot = in_the_match.index(one.dealer) if one.dealer in in_the_match else 0
    pack = record.rules.core_rules.n_pack
    orders = [cards[first : first + pack] for first in range(0, len(cards), pack)]
    return ScriptedState(orders, [lot])


def _scripted_round(record: Record, one: RoundRecord) -> Round:
    """Deal a round as its acts say."""
    orders, lots = _script(record, one)
    state = ScriptedState(orders, lots)
    away = sum(1 << seat for seat in one.away)
    scripted.deal(state, record.rules.core_rules, record.seats, one.dealer, record.youngest, away)
    return Round(record.rules, state, scripted)


def _script(record: Record, one: RoundRecord) -> tuple[list[list[int]], list[int]]:
    """Return the cards that leave the stock, in order, with one list for each shuffle of the stock."""
    hands: dict[int, tuple[int, ...]] = {}
    orders: list[list[int]] = [[]]
    lots: list[int] = []
    from_the_left = _from_the_left(record, one)
    for act in _dealer_acts_of(record, one):
        if act.word == "deal":
            hands[act.seats[0]] = act.cards
        elif act.word == "first":
            lots = [from_the_left.index(act.seats[0])] if act.seats[0] in from_the_left else []
        elif act.word in ("back", "turn", "give"):
            orders[-1] += act.cards
        if act.word in ("refill", "back"):
            orders.append([])
    orders[0] = _dealt_in_turn([hands[seat] for seat in from_the_left if seat in hands]) + orders[0]
    return orders, lots


def _from_the_left(record: Record, one: RoundRecord) -> list[int]:
    """Return the seats of a round, starting at the dealer's left."""
    seats = [(one.dealer + 1 + i) % record.seats for i in range(record.seats)]
    return [seat for seat in seats if seat not in one.away]


def _dealt_in_turn(hands: list[tuple[int, ...]]) -> list[int]:
    """Yield the cards of the deal one at a time, starting at the dealer's left."""
    return [hand[i] for i in range(max(map(len, hands), default=0)) for hand in hands if i < len(hand)]
