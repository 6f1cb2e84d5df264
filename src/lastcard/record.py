"""Match records: text that a person can read and write, and that replays a match act by act.

A record is TOML, one act a line with its actor.  The dealer (`d`) is an actor: every card that leaves the stock stands
there, so a record needs no seed.  Replay is strict: the acts are carried out and must come out as they are written.
"""

import hashlib
import json
import tomllib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .backends.scripted import ScriptedState, ScriptError
from .backends.scripted import engine as scripted
from .core.layout import Sheet
from .core.records import assign
from .core.terms import Fact, FirstSeat
from .errors import IllegalAction, LastCardError, RecordError
from .events import Event, events_of
from .notation import format_actions, format_card, format_cards, parse_cards, parse_move
from .round import Round
from .rules import PRESETS, Ruleset
from .rules.decks import Deck

FORMAT = 1
_KEYS = {"format", "rules", "rules_version", "seats", "named", "names", "bots", "check", "round"}
_ROUND_KEYS = {"dealer", "away", "acts", "points"}
_DEALER_WORDS = ("pick", "deal", "first", "back", "turn", "give", "refill", "show")


@dataclass
class RoundRecord:
    """One round: who dealt, which seats were out of the match, every act, and what was written at the end."""

    dealer: int
    away: tuple[int, ...] = ()
    acts: list[str] = field(default_factory=list)
    points: tuple[int, ...] | None = None  # None: not over


@dataclass
class Record:
    """A match, over or not."""

    rules: Ruleset
    seats: int
    youngest: int = 0  # the seat the table named as youngest or host
    names: tuple[str, ...] = ()
    rounds: list[RoundRecord] = field(default_factory=list)
    bots: tuple[str, ...] = ()  # the bot at each seat, nothing for a person; empty where there are none

    # ------------------------------------------------------------ text

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """The record in a file."""
        try:
            return cls.from_text(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise RecordError(f"cannot read {path}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise RecordError(f"{path} is no text: {error}") from error

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """The record a text holds; malformed or changed ones are refused."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RecordError(f"this is no record, or a part of one: {error}") from error
        record = _record_from(data)
        if "check" in data and data["check"] != record.check:
            raise RecordError("the record was changed after it was written: its check does not agree with its acts")
        return record

    @property
    def text(self) -> str:
        """The record as it is saved."""
        body = self._body()
        head = f"# A match of Last Card; see docs/notation.md\nformat = {FORMAT}\n"
        return f'{head}check = "{self.check}"\n{body}'

    @property
    def check(self) -> str:
        """A digest of everything the record says."""
        return hashlib.sha256(self._body().encode()).hexdigest()[:32]

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        path = Path(path)
        draft = path.with_name(path.name + ".new")
        draft.write_text(self.text, encoding="utf-8")
        draft.replace(path)

    def _body(self) -> str:
        lines = [f'rules = "{self.rules.id}"', f"rules_version = {rules_version(self.rules)}", f"seats = {self.seats}"]
        if self.youngest:
            lines.append(f"named = {self.youngest}")
        if self.names:
            lines.append(f"names = {json.dumps(list(self.names), ensure_ascii=False)}")
        if self.bots:
            lines.append(f"bots = {json.dumps(list(self.bots), ensure_ascii=False)}")
        for one in self.rounds:
            lines += ["", "[[round]]", f"dealer = {one.dealer}"]
            if one.away:
                lines.append(f"away = {list(one.away)}")
            lines += ["acts = [", *(f'    "{act}",' for act in one.acts), "]"]
            if one.points is not None:
                lines.append(f"points = {list(one.points)}")
        return "\n".join(lines) + "\n"

    # ------------------------------------------------------------ a player's own copy

    @property
    def redacted(self) -> bool:
        """Whether cards are left out: such a record can be shown, but not verified."""
        return any("?" in act for one in self.rounds for act in one.acts if act.startswith("d "))

    def for_seat(self, seat: int) -> "Record":
        """What one seat saw: cards given to others are unknown, hands shown to others are left out."""
        rounds = [replace(one, acts=[told for act in one.acts if (told := _told(act, seat))]) for one in self.rounds]
        return replace(self, rounds=rounds)


def _told(act: str, seat: int) -> str | None:
    words = act.split()
    if words[:2] == ["d", "show"] and words[2] != str(seat):
        return None
    if words[0] == "d" and words[1] in ("deal", "give") and words[2] != str(seat):
        n = sum(1 for letter in words[3] if letter.islower())  # every card begins with the only small letter it has
        return " ".join([*words[:3], "?" if n == 1 else f"?{n}"])
    return act


def rules_version(ruleset: Ruleset) -> int:
    """The version of the preset an id is built on."""
    return PRESETS[ruleset.id.partition("+")[0]].version


# ---------------------------------------------------------------- reading


def _record_from(data: dict[str, Any]) -> Record:
    if unknown := data.keys() - _KEYS - {key for key in data if key.startswith("_")}:
        raise RecordError(f"unknown key {sorted(unknown)[0]!r}; a record has {', '.join(sorted(_KEYS))}")
    if data.get("format") != FORMAT:
        raise RecordError(f"format {data.get('format')!r} cannot be read; this program reads format {FORMAT}")
    ruleset = Ruleset.from_id(_typed(data, "rules", str))
    version = data.get("rules_version", rules_version(ruleset))
    if version != rules_version(ruleset):
        raise RecordError(f"rules {ruleset.id!r} of version {version!r}; this program plays {rules_version(ruleset)}")
    seats = _typed(data, "seats", int)
    ruleset.check_table(seats)
    rounds = [_round_from(one, number, seats) for number, one in enumerate(_typed(data, "round", list), 1)]
    names = tuple(str(name) for name in data.get("names", ()))
    bots = data.get("bots", [""] * seats)
    if not isinstance(bots, list) or len(bots) != seats or not all(isinstance(bot, str) for bot in bots):
        raise RecordError(f"'bots' must be {seats} texts, one for each seat")
    return Record(ruleset, seats, data.get("named", 0), names, rounds, tuple(bots) if any(bots) else ())


def _round_from(data: Any, number: int, seats: int) -> RoundRecord:
    if not isinstance(data, dict) or (unknown := data.keys() - _ROUND_KEYS):
        raise RecordError(f"round {number}: {unknown or data!r} is not understood; keys are {sorted(_ROUND_KEYS)}")
    dealer, acts = _typed(data, "dealer", int), _typed(data, "acts", list)
    away, points = data.get("away", []), data.get("points")
    if not all(isinstance(act, str) for act in acts):
        raise RecordError(f"round {number}: every act is a text")
    for seat in (dealer, *away):
        if not isinstance(seat, int) or not 0 <= seat < seats:
            raise RecordError(f"round {number}: there is no seat {seat!r}; seats go from 0 to {seats - 1}")
    if points is not None and (not isinstance(points, list) or len(points) != seats):
        raise RecordError(f"round {number}: points must be {seats} numbers, one for each seat")
    return RoundRecord(dealer, tuple(away), list(acts), None if points is None else tuple(points))


def _typed(data: dict[str, Any], key: str, kind: type) -> Any:
    if not isinstance(data.get(key), kind):
        raise RecordError(f"{key!r} is missing or is no {kind.__name__}")
    return data[key]


# ---------------------------------------------------------------- acts


def opening_acts(table: Round, picks: Iterable[Event] = ()) -> list[str]:
    """How a round began: who drew for the deal, the hands, the start card."""
    deck = table.rules.deck
    hands: dict[int, list[int]] = {}
    first = 0
    for event in table.opening_events:
        if event.kind == Fact.DEALT:
            hands.setdefault(event.seat, []).append(event.card)
        elif event.kind == Fact.TURNED:
            first = event.amount
    deals = [f"d deal {seat} {format_cards(deck, cards)}" for seat, cards in sorted(hands.items())]
    lots = [f"d first {first}"] if table.rules.first_seat == FirstSeat.RANDOM else []
    return dealer_acts(deck, picks) + deals + lots + dealer_acts(deck, table.opening_events)


def move_acts(table: Round, seat: int, actions: list[int], events: Iterable[Event]) -> list[str]:
    """A move and what the dealer did on it."""
    deck = table.rules.deck
    return [f"{seat} {format_actions(deck, actions)}", *dealer_acts(deck, events)]


def dealer_acts(deck: Deck, events: Iterable[Event]) -> list[str]:
    """What the dealer did, the deal itself left out; cards that follow each other to one seat stand in one act."""
    acts: list[tuple[str, list[int]]] = []
    for event in events:
        head, cards = _dealer_act(event)
        if not head:
            continue
        if cards and acts and acts[-1][0] == head and event.kind in (Fact.DREW, Fact.SERVED, Fact.SHOWN):
            acts[-1][1].extend(cards)
        else:
            acts.append((head, cards))
    return [f"{head} {format_cards(deck, cards)}" if cards else head for head, cards in acts]


def _dealer_act(event: Event) -> tuple[str, list[int]]:
    match event.kind:
        case Fact.PICKED:
            return f"d pick {event.seat}", [event.card]
        case Fact.REFUSED:
            return "d back", [event.card]
        case Fact.TURNED:
            return "d turn", [event.card]
        case Fact.DREW | Fact.SERVED:
            return f"d give {event.seat}", [event.card]
        case Fact.SHOWN:
            return f"d show {event.seat} {event.amount}", [event.card]
        case Fact.REFILLED:
            return f"d refill {event.amount}", []
    return "", []


# ---------------------------------------------------------------- replay


@dataclass(frozen=True)
class Step:
    """One act of a replay: where it stands, what it did, and the table after it."""

    round: int  # from 1
    act: str
    events: tuple[Event, ...]
    table: Round
    scores: tuple[int, ...]  # before the round


class Replay:
    """A record carried out again, act by act, strictly."""

    def __init__(self, record: Record) -> None:
        if record.redacted:
            raise RecordError("cards are left out of this record: it can be shown, but only a full one can be replayed")
        if not record.rounds:
            raise RecordError("the record has no round")
        self.record = record
        self.sheet = Sheet()
        self.before = Sheet()  # the sheet before the last round was written on it
        self._rules = record.rules.core_rules

    @property
    def over(self) -> bool:
        """Whether the match ended with the last act carried out."""
        return bool(self.sheet.over)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the match, once it is over."""
        return tuple(seat for seat in range(self.record.seats) if self.sheet.winners >> seat & 1)

    def steps(self) -> Iterator[Step]:
        """Every act in turn; the first that does not come out as it is written raises `RecordError`."""
        rounds = self.record.rounds
        table = _scripted_lots(self.record, rounds[0])
        scripted.open_match(self.sheet, self._rules, table, self.record.seats, self.record.youngest)
        for number, one in enumerate(rounds, 1):
            if self.sheet.over:
                raise RecordError(f"round {number}: the match was over before it")
            assign(self.before, self.sheet)
            picked = events_of(table.take_facts())
            played = yield from self._play(one, number, picked)
            if not played.over:
                if number < len(rounds):
                    raise RecordError(f"round {number} is not over, but another follows")
                return
            self._check_points(one, number, played)
            table = _scripted_lots(self.record, rounds[number] if number < len(rounds) else one)
            table.copy_from(played.live_state())
            scripted.write_round(self.sheet, self._rules, table, self.record.youngest)

    def run(self) -> Round:
        """Carry out everything; the last round as it stands."""
        last = None
        for step in self.steps():
            last = step.table
        assert last is not None  # every round begins with acts
        return last

    def _play(self, one: RoundRecord, number: int, picked: list[Event]) -> Generator[Step, None, Round]:
        record = self.record
        left = tuple(seat for seat in range(record.seats) if self.sheet.eliminated >> seat & 1)
        if (one.dealer, one.away) != (self.sheet.dealer, left):
            raise RecordError(
                f"round {number}: seat {one.dealer} deals and {list(one.away)} are away; by the rules it is seat "
                f"{self.sheet.dealer} and {list(left)}"
            )
        reader = _Reader(one, number)
        table = _scripted_round(record, one, number, self._rules)
        yield from self._steps(reader, number, opening_acts(table, picked), (), table)
        while not reader.done:
            act = reader.peek()
            try:
                seat, actions = parse_move(record.rules.deck, act)
                if seat is None:
                    raise RecordError(f"{act!r} names no seat")
                events = table.act(seat, actions, act)
            except ScriptError as error:
                card = format_card(record.rules.deck, error.args[0])
                raise RecordError(f"{reader.place}: {card} is given, but it is not in the stock") from None
            except IllegalAction as error:  # without the position: a match that goes on has hands nobody may see
                raise RecordError(f"{reader.place}: {error.action!r} is refused: {error.reason}") from error
            except LastCardError as error:
                raise RecordError(f"{reader.place}: {error}") from error
            yield from self._steps(reader, number, move_acts(table, seat, actions, events), tuple(events), table)
        return table

    def _steps(
        self, reader: "_Reader", number: int, acts: list[str], events: tuple[Event, ...], table: Round
    ) -> Iterator[Step]:
        scores = tuple(self.sheet.scores[: self.record.seats])
        for place, act in enumerate(acts):
            reader.expect(act)
            yield Step(number, act, events if place == 0 else (), table, scores)

    def _check_points(self, one: RoundRecord, number: int, table: Round) -> None:
        if one.points != table.points:
            raise RecordError(f"round {number}: {one.points} is written, but the round gave {table.points}")


class _Reader:
    """The acts of a round, read one after the other."""

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

    def expect(self, act: str) -> None:
        """The next act must be this one."""
        if self.done:
            raise RecordError(f"{self.place}: the record breaks off; {act!r} must follow")
        if self.peek() != act:
            raise RecordError(f"{self.place}: {self.peek()!r} is written, but by the rules it is {act!r}")
        self.next += 1


def _scripted_lots(record: Record, one: RoundRecord) -> ScriptedState:
    """A state in which the lots for the deal fall as the round's acts say."""
    cards = [_cards(record, act.split()[3]) for act in one.acts if act.startswith("d pick ")]
    in_the_match = [seat for seat in range(record.seats) if seat not in one.away]
    lot = in_the_match.index(one.dealer) if one.dealer in in_the_match else 0
    return ScriptedState([[card for picked in cards for card in picked]], [lot])


def _scripted_round(record: Record, one: RoundRecord, number: int, rules: Any) -> Round:
    """The round dealt as its acts say."""
    try:
        orders, lots = _script(record, one)
    except (LastCardError, IndexError, ValueError) as error:
        raise RecordError(f"round {number}: an act of the dealer cannot be read: {error}") from error
    state = ScriptedState(orders, lots)
    away = sum(1 << seat for seat in one.away)
    try:
        scripted.deal(state, rules, record.seats, one.dealer, record.youngest, away)
    except ScriptError as error:
        card = format_card(record.rules.deck, error.args[0])
        raise RecordError(f"round {number}: more {card} are dealt than the deck has") from None
    return Round(record.rules, state, scripted)


def _script(record: Record, one: RoundRecord) -> tuple[list[list[int]], list[int]]:
    """The cards that come off the stock, in their order, one list for each new order of the stock."""
    hands: dict[int, list[int]] = {}
    orders: list[list[int]] = [[]]
    lots: list[int] = []
    for act in one.acts:
        actor, *words = act.split()
        if actor != "d" or words[0] in ("pick", "show"):
            continue
        if words[0] not in _DEALER_WORDS:
            raise RecordError(f"{act!r}; the dealer's acts are {', '.join(_DEALER_WORDS)}")
        if words[0] == "deal":
            hands[int(words[1])] = _cards(record, words[2])
        elif words[0] == "first":
            lots = [_steps_to(record, one, int(words[1]))]
        else:
            if words[0] != "refill":
                orders[-1] += _cards(record, words[-1])
            if words[0] in ("refill", "back"):
                orders.append([])
    orders[0] = _dealt_in_turn(record, one, hands) + orders[0]
    return orders, lots


def _cards(record: Record, text: str) -> list[int]:
    return parse_cards(record.rules.deck, text)


def _from_the_left(record: Record, one: RoundRecord) -> list[int]:
    """The seats of a round from the dealer's left on."""
    seats = [(one.dealer + 1 + i) % record.seats for i in range(record.seats)]
    return [seat for seat in seats if seat not in one.away]


def _steps_to(record: Record, one: RoundRecord, first: int) -> int:
    return _from_the_left(record, one).index(first)


def _dealt_in_turn(record: Record, one: RoundRecord, hands: dict[int, list[int]]) -> list[int]:
    """The cards of the deal one at a time from the dealer's left."""
    order = [hands[seat] for seat in _from_the_left(record, one) if seat in hands]
    return [hand[i] for i in range(max(map(len, order), default=0)) for hand in order if i < len(hand)]
