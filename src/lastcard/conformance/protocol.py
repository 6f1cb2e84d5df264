"""The line protocol as our engine speaks it: each line is a question and gets one line as the answer.

    version                                         2
    rules ID                                        ok | no REASON
    position LINE                                   ok | no REASON
    deal RULES SEATS DEALER YOUNGEST AWAY STOCK     ok | no REASON     STOCK from its top; the rest follows at random
    do SEAT ACTION                                  ok | fined | no REASON     `leave`: out of the round and the match
    show                                            the position
    legal SEAT                                      actions separated by ", ", or -
    points                                          what the round scored, separated by spaces
    facts                                           KIND SEAT, KIND SEAT since the last position or deal, or -
    sheet RULES SEATS DEALER ROUNDS LEFT SCORES     ok | no REASON     SCORES separated by commas
    score NAMED                                     scores 0,70 over 0 winners - ranks 0,0 dealer 1 left -
    pick RULES SEATS STOCK                          the seat that deals

A REASON is a word for programs and a sentence for people.  The words `rules`, `position`, `table`, `notation` and
`protocol` name the kind of text that is wrong; the id of a reason says why a move is refused; `-` gives no reason.
Sets of seats (AWAY, LEFT, winners) are digits, or - for none.  An action is done completely or not at all.
"""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TextIO

from .._util.bounds import POSITION_LENGTH, one_line, quoted
from ..backends.core import Core, bind_core
from ..backends.moves import carry_out
from ..core.layout import Sheet, State
from ..core.records import assign
from ..core.seats import one_side
from ..core.terms import FINED_FOUL, LEAVE, OVER, REFUSED, SEATS, Fact
from ..errors import LastCardError, NotationError, PositionError, RulesetError
from ..explain import explain_all
from ..explain.reasons import Reason
from ..game.sheet import MOST_ROUNDS
from ..game.values import listed_codes
from ..notation import format_action, parse_action, parse_cards, read_position, write_position
from ..rules import Ruleset

VERSION = 2
LINE_LENGTH = POSITION_LENGTH + 100  # characters of a question
ANSWER_LENGTH = 100_000  # characters of an answer
MOST_FACTS = 5_000  # they fit into an answer
MOST_TOTAL = 1_000_000  # points of a seat in a match
SEED = 1


class ProtocolError(LastCardError):
    """A line that is not a question, or a question that cannot be answered yet."""


class TableError(LastCardError):
    """A table at which a rule set cannot be played."""


# The kind of refusal by error class; the first match counts.
REASONS = {
    PositionError: "position",
    RulesetError: "rules",
    TableError: "table",
    ProtocolError: "protocol",
    NotationError: "notation",
}


class Refusal(LastCardError):
    """A move that the rules refuse, with the id of the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.id = reason.id


class Server:
    """Our engine as a server of the line protocol: one table, one question at a time."""

    def __init__(self, core: Core | None = None) -> None:
        """Create a server with the interpreted core, which keeps facts, or with another core, which does not."""
        self.core: Core = bind_core(note=self._note) if core is None else core
        self.keeps_facts = core is None
        self.ruleset = Ruleset.from_id("official")
        self.state: State | None = None
        self.sheet: Sheet | None = None
        self.sheet_rules = self.ruleset
        self.scored = False  # whether the sheet includes the round
        self.facts: list[str] = []
        self._commands: dict[str, Callable[[str], str]] = {
            "version": lambda _: str(VERSION),
            "rules": self._rules,
            "position": self._position,
            "deal": self._deal,
            "do": self._do,
            "show": self._show,
            "legal": self._legal,
            "points": self._points,
            "facts": self._facts,
            "sheet": self._sheet,
            "score": self._score,
            "pick": self._pick,
        }

    def ask(self, line: str) -> str:
        """Return the answer to one line: always one line of bounded length, whatever the question is."""
        try:
            command, _, rest = one_line(line, "a line of the protocol", LINE_LENGTH).partition(" ")
            if command not in self._commands:
                raise ProtocolError(f"{quoted(command)} is not a command; the commands are {', '.join(self._commands)}")
            return self._commands[command](rest.strip())
        except LastCardError as error:
            return " ".join(["no", _reason_word(error), *str(error).translate(_TYPEWRITTEN).split()])

    def serve(self, source: TextIO, target: TextIO) -> None:
        """Answer each line until the source ends."""
        while line := source.readline(LINE_LENGTH + 1):
            read = line
            while read and not read.endswith("\n"):  # skip the rest of a line that is too long
                read = source.readline(LINE_LENGTH)
            print(self.ask(line.removesuffix("\n")), file=target, flush=True)

    def _note(self, s: State, kind: int, seat: int, card: int, amount: int) -> None:
        s.tally[kind] += 1
        if len(self.facts) <= MOST_FACTS:
            self.facts.append(f"{Fact(kind).name} {seat}")

    # ---------------------------------------------------------------- a round

    def _table(self) -> State:
        if self.state is None:
            raise ProtocolError("there is no position yet; send 'position LINE' or 'deal ...' first")
        return self.state

    def _rules(self, text: str) -> str:
        Ruleset.from_id(text)
        return "ok"

    def _position(self, line: str) -> str:
        s, ruleset = read_position(line)
        self.core.seed(s, SEED, SEED)
        self._begin(s, ruleset)
        return "ok"

    def _deal(self, text: str) -> str:
        rules, count, dealer, youngest, away, stock = _words(text, "RULES SEATS DEALER YOUNGEST AWAY STOCK")
        ruleset = Ruleset.from_id(rules)
        seats = _seat_count(ruleset, count)
        gone = _seat_set(away, seats)
        _check_sides(ruleset, seats, gone)
        first, named = _number(dealer, 0, seats - 1), _number(youngest, 0, seats - 1)
        s = _state_with_stock(ruleset, stock)
        self.core.seed(s, SEED, SEED)
        self._begin(s, ruleset)
        self.core.deal_stock(s, ruleset.core_rules, seats, first, named, gone)
        return "ok"

    def _begin(self, s: State, ruleset: Ruleset) -> None:
        self.state, self.ruleset = s, ruleset
        self.scored = False
        self.facts.clear()

    def _do(self, text: str) -> str:
        s = self._table()
        seat, _, action = text.partition(" ")
        number = _number(seat, 0, s.seats - 1)
        actions = parse_action(self.ruleset.deck, action)
        verdict = self._apply(s, number, actions)
        sheet = self._sheet_for(s)
        if actions == [LEAVE] and sheet is not None:
            self.core.leave_match(sheet, self.ruleset.core_rules, number)
        return "fined" if verdict == FINED_FOUL else "ok"

    def _apply(self, s: State, seat: int, actions: list[int]) -> int:
        """Apply all actions of one text or none; after a foul, only those that the table still waits for."""
        before, facts = State(), len(self.facts)
        assign(before, s)
        verdict, _ = carry_out(self.core, s, self.ruleset.core_rules, seat, actions)
        if verdict == REFUSED:
            assign(s, before)
            del self.facts[facts:]
            _, said = explain_all(before, self.ruleset, seat, actions)[-1]
            raise Refusal(said)
        return verdict

    def _show(self, text: str) -> str:
        return write_position(self._table(), self.ruleset)

    def _legal(self, text: str) -> str:
        s = self._table()
        low, high, verbs = self.core.legal(s, self.ruleset.core_rules, _number(text, 0, s.seats - 1))
        actions = listed_codes(low, high, verbs, len(self.ruleset.deck.colours))
        return ", ".join(format_action(self.ruleset.deck, action) for action in actions) or "-"

    def _points(self, text: str) -> str:
        s = self._table()
        return " ".join(str(points) for points in s.points[: s.seats])

    def _facts(self, text: str) -> str:
        if not self.keeps_facts:
            raise ProtocolError("this engine keeps no facts")
        if len(self.facts) > MOST_FACTS:
            raise ProtocolError(f"too many facts; at most {MOST_FACTS:,} are kept")
        return ", ".join(self.facts) or "-"

    # ---------------------------------------------------------------- a match

    def _sheet(self, text: str) -> str:
        rules, count, dealer, rounds, left, scores = _words(text, "RULES SEATS DEALER ROUNDS LEFT SCORES")
        ruleset = Ruleset.from_id(rules)
        sheet = Sheet()
        sheet.seats = _seat_count(ruleset, count)
        sheet.dealer = _number(dealer, 0, sheet.seats - 1)
        sheet.rounds = _number(rounds, 0, MOST_ROUNDS)
        sheet.eliminated = _seat_set(left, sheet.seats)
        _check_sides(ruleset, sheet.seats, sheet.eliminated)
        totals = scores.split(",")
        if len(totals) != sheet.seats:
            raise ProtocolError(f"{quoted(scores)}: expected {sheet.seats} scores")
        sheet.scores[: sheet.seats] = [_number(score, -MOST_TOTAL, MOST_TOTAL) for score in totals]
        self.sheet, self.sheet_rules = sheet, ruleset
        return "ok"

    def _sheet_for(self, s: State) -> Sheet | None:
        """Return the score sheet, or None if there is none for this table and its rule set."""
        sheet = self.sheet
        return sheet if sheet is not None and sheet.seats == s.seats and self.sheet_rules == self.ruleset else None

    def _score(self, text: str) -> str:
        s = self._table()
        sheet = self._sheet_for(s)
        if sheet is None:
            raise ProtocolError("there is no score sheet for this table; send 'sheet ...' first")
        if s.phase != OVER:
            raise ProtocolError("the round is not over")
        if self.scored:
            raise ProtocolError("this round has already been scored")
        if sheet.rounds >= MOST_ROUNDS or any(abs(score) > MOST_TOTAL for score in sheet.scores):
            raise ProtocolError("the score sheet is full")
        self.core.write_round(sheet, self.ruleset.core_rules, s, _number(text or "0", 0, sheet.seats - 1))
        self.scored = True
        return (
            f"scores {_numbers(sheet.scores[: sheet.seats])} over {sheet.over} winners {_seats_of(sheet.winners)} "
            f"ranks {_numbers(sheet.ranks[: sheet.seats])} dealer {sheet.dealer} left {_seats_of(sheet.eliminated)}"
        )

    def _pick(self, text: str) -> str:
        rules, count, stock = _words(text, "RULES SEATS STOCK")
        ruleset = Ruleset.from_id(rules)
        contenders = (1 << _seat_count(ruleset, count)) - 1
        if len({ruleset.core_rules.number[card] for card in ruleset.deck.pack()}) < 2:
            raise TableError(f"all cards of the deck {ruleset.deck.name} count the same, so they decide nothing")
        s = _state_with_stock(ruleset, stock)
        self.core.seed(s, SEED, SEED)
        facts = len(self.facts)
        dealer = self.core.draw_for_dealer(s, ruleset.core_rules, contenders)
        del self.facts[facts:]  # they do not belong to the round at the table
        return str(dealer)


# ---------------------------------------------------------------- pieces of lines


# Answers are ASCII, which every program reads.
_TYPEWRITTEN = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2026": "..."})


def _reason_word(error: LastCardError) -> str:
    if isinstance(error, Refusal):
        return error.id
    return next((word for kind, word in REASONS.items() if isinstance(error, kind)), "-")


def _words(text: str, names: str) -> list[str]:
    words = text.split()
    if len(words) != len(names.split()):
        raise ProtocolError(f"{quoted(text)}: expected {names}")
    return words


def _number(text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,7}", text) or not low <= int(text) <= high:
        raise ProtocolError(f"{quoted(text)}: expected a number from {low} to {high}")
    return int(text)


def _seat_count(ruleset: Ruleset, text: str) -> int:
    """Read a number of seats; raise TableError if the rule set cannot be played with it."""
    seats = _number(text, 2, SEATS)
    try:
        ruleset.check_table(seats)
    except RulesetError as error:
        raise TableError(str(error)) from None
    return seats


def _check_sides(ruleset: Ruleset, seats: int, gone: int) -> None:
    """Raise TableError if fewer than two sides are left to play."""
    if one_side(ruleset.core_rules, seats, (1 << seats) - 1 & ~gone):
        raise TableError(f"seats {_seats_of(gone)} of {seats} are not in the round; at least two sides must be left")


def _numbers(values: list[int]) -> str:
    return ",".join(str(value) for value in values)


def _seat_set(text: str, seats: int) -> int:
    if text == "-":
        return 0
    if not re.fullmatch(f"[0-{seats - 1}]{{1,{SEATS}}}", text):
        raise ProtocolError(f"{quoted(text)}: expected digits of seats, 0 to {seats - 1}, or '-'")
    return sum({1 << int(seat) for seat in text})


def _seats_of(bits: int) -> str:
    return "".join(str(seat) for seat in range(SEATS) if bits >> seat & 1) or "-"


def _state_with_stock(ruleset: Ruleset, text: str) -> State:
    """Return a state whose stock starts with these cards; the rest of the pack follows in random order."""
    first = parse_cards(ruleset.deck, text)
    rest = Counter(ruleset.deck.pack())
    rest.subtract(first)
    if missing := [card for card, count in rest.items() if count < 0]:
        raise NotationError(f"stock {quoted(text)}: more copies of {ruleset.deck.text[missing[0]]} than the deck has")
    others = list(rest.elements())
    Random(SEED).shuffle(others)
    s = State()
    pack = [*reversed(others), *reversed(first)]
    s.pile[: len(pack)] = pack
    s.n_stock = len(pack)
    return s
