"""The line protocol, spoken by our own engine: one line asks, one line answers.

    position LINE                                   ok | no REASON
    deal RULES SEATS DEALER YOUNGEST AWAY STOCK     ok | no REASON     STOCK from its top; the rest follows at random
    do SEAT ACTION                                  ok | fined | no REASON     ACTION may be leave: for good
    show                                            the position
    legal SEAT                                      actions separated by ", ", or -
    points                                          what the round wrote, separated by spaces
    facts                                           KIND SEAT, KIND SEAT since the last position or deal, or -
    sheet RULES SEATS DEALER ROUNDS LEFT SCORES     ok | no REASON     SCORES separated by commas
    score NAMED                                     scores 0,70 over 0 winners - ranks 0,0 dealer 1 left -
    pick RULES SEATS STOCK                          the seat that deals

Sets of seats (AWAY, LEFT, winners) are digits, or - for none.  An action is done whole or not at all.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import TextIO

from ..backends.core import Core, bind_core
from ..core.layout import Sheet, State
from ..core.records import assign
from ..core.terms import (
    ACTIONS,
    FINED_FOUL,
    HALF,
    NAME,
    OVER,
    RANKS,
    REFUSED,
    SEATS,
    TYPES,
    VERBS,
    WILD,
    Fact,
)
from ..errors import LastCardError, NotationError
from ..notation import format_action, parse_action, parse_cards, read_position, write_position
from ..round import carry_out
from ..rules import Ruleset

SEED = 1


class Server:
    """Our engine behind the line protocol; it is one table, and `ask` is one line."""

    def __init__(self, core: Core | None = None) -> None:
        """The interpreted core, which keeps facts, or another that has the same functions and keeps none."""
        self.core: Core = bind_core(note=self._note) if core is None else core
        self.keeps_facts = core is None
        self.ruleset = Ruleset.from_id("official")
        self.state: State | None = None
        self.sheet: Sheet | None = None
        self.facts: list[str] = []
        self._commands: dict[str, Callable[[str], str]] = {
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
        """The answer to one line."""
        command, _, rest = line.strip().partition(" ")
        if command not in self._commands:
            return f"no {command!r} is no command; there are {', '.join(self._commands)}"
        try:
            return self._commands[command](rest.strip())
        except LastCardError as error:
            return f"no {error}"

    def serve(self, source: TextIO, target: TextIO) -> None:
        """Answer line by line until the source ends."""
        for line in source:
            print(self.ask(line), file=target, flush=True)

    def _note(self, s: State, kind: int, seat: int, card: int, amount: int) -> None:
        s.tally[kind] += 1
        self.facts.append(f"{Fact(kind).name} {seat}")

    # ---------------------------------------------------------------- a round

    def _table(self) -> State:
        if self.state is None:
            raise NotationError("there is no position yet; ask 'position LINE' or 'deal ...' first")
        return self.state

    def _position(self, line: str) -> str:
        self.state, self.ruleset = read_position(line)
        self.core.seed(self.state, SEED, SEED)
        self.facts.clear()
        return "ok"

    def _deal(self, text: str) -> str:
        rules, count, dealer, youngest, away, stock = _words(text, "RULES SEATS DEALER YOUNGEST AWAY STOCK")
        ruleset = Ruleset.from_id(rules)
        ruleset.check_table(_number(count, 2, SEATS))
        last = int(count) - 1
        s = _state_with_stock(ruleset, stock)
        self.core.seed(s, SEED, SEED)
        self.facts.clear()
        self.core.deal_stock(
            s,
            ruleset.core_rules,
            int(count),
            _number(dealer, 0, last),
            _number(youngest, 0, last),
            _seat_set(away),
        )
        self.state, self.ruleset = s, ruleset
        return "ok"

    def _do(self, text: str) -> str:
        s = self._table()
        seat, _, action = text.partition(" ")
        if action.strip() == "leave":
            return self._leave(s, _number(seat, 0, s.seats - 1))
        actions = parse_action(self.ruleset.deck, action.strip())
        verdict = self._apply(s, _number(seat, 0, s.seats - 1), actions)
        if verdict == REFUSED:
            return f"no {action} by seat {seat} is refused; it may {self._legal(seat)}"
        return "fined" if verdict == FINED_FOUL else "ok"

    def _leave(self, s: State, seat: int) -> str:
        """A seat leaves the round for good, and the match if there is a score sheet."""
        if self.core.leave_round(s, self.ruleset.core_rules, seat) == REFUSED:
            return f"no seat {seat} is not in the round"
        if self.sheet is not None and self.sheet.seats == s.seats:
            self.core.leave_match(self.sheet, self.ruleset.core_rules, seat, 1)
        return "ok"

    def _apply(self, s: State, seat: int, actions: list[int]) -> int:
        """Apply the actions of one text, all or none; after a foul, what the table still waits for."""
        before, facts = State(), len(self.facts)
        assign(before, s)
        verdict, _ = carry_out(self.core, s, self.ruleset.core_rules, seat, actions)
        if verdict == REFUSED:
            assign(s, before)
            del self.facts[facts:]
        return verdict

    def _show(self, text: str) -> str:
        return write_position(self._table(), self.ruleset)

    def _legal(self, text: str) -> str:
        s = self._table()
        low, high, verbs = self.core.legal(s, self.ruleset.core_rules, _number(text, 0, s.seats - 1))
        actions = self._listed(low | high << HALF, verbs)
        return ", ".join(format_action(self.ruleset.deck, action) for action in actions) or "-"

    def _listed(self, held: int, verbs: int) -> Iterator[int]:
        """Sets of cards and verbs as actions, each wild once for every colour."""
        colours = len(self.ruleset.deck.colours)
        for card in range(TYPES):
            if held >> card & 1:
                yield from [card] if card < WILD else [card + colour * RANKS for colour in range(colours)]
        for action in range(VERBS, ACTIONS):
            if verbs >> action - VERBS & 1 and not NAME + colours <= action < NAME + 4:
                yield action

    def _points(self, text: str) -> str:
        s = self._table()
        return " ".join(str(points) for points in s.points[: s.seats])

    def _facts(self, text: str) -> str:
        if not self.keeps_facts:
            return "no facts are kept"
        return ", ".join(self.facts) or "-"

    # ---------------------------------------------------------------- a match

    def _sheet(self, text: str) -> str:
        rules, count, dealer, rounds, left, scores = _words(text, "RULES SEATS DEALER ROUNDS LEFT SCORES")
        self.ruleset = Ruleset.from_id(rules)
        sheet = Sheet()
        sheet.seats = _number(count, 2, SEATS)
        sheet.dealer = _number(dealer, 0, sheet.seats - 1)
        sheet.rounds = _number(rounds, 0, 30_000)
        sheet.eliminated = _seat_set(left)
        totals = scores.split(",")
        if len(totals) != sheet.seats:
            raise NotationError(f"{scores!r}: {sheet.seats} scores are wanted")
        sheet.scores[: sheet.seats] = [_number(score, -1_000_000, 1_000_000) for score in totals]
        self.sheet = sheet
        return "ok"

    def _score(self, text: str) -> str:
        s, sheet = self._table(), self.sheet
        if sheet is None or sheet.seats != s.seats:
            raise NotationError("there is no score sheet for this table; ask 'sheet ...' first")
        if s.phase != OVER:
            raise NotationError("the round is not over")
        self.core.write_round(sheet, self.ruleset.core_rules, s, _number(text or "0", 0, sheet.seats - 1))
        return (
            f"scores {_numbers(sheet.scores[: sheet.seats])} over {sheet.over} winners {_seats_of(sheet.winners)} "
            f"ranks {_numbers(sheet.ranks[: sheet.seats])} dealer {sheet.dealer} left {_seats_of(sheet.eliminated)}"
        )

    def _pick(self, text: str) -> str:
        rules, count, stock = _words(text, "RULES SEATS STOCK")
        ruleset = Ruleset.from_id(rules)
        s = _state_with_stock(ruleset, stock)
        self.core.seed(s, SEED, SEED)
        contenders = (1 << _number(count, 2, SEATS)) - 1
        return str(self.core.draw_for_deal(s, ruleset.core_rules, contenders))


# ---------------------------------------------------------------- pieces of lines


def _words(text: str, names: str) -> list[str]:
    words = text.split()
    if len(words) != len(names.split()):
        raise NotationError(f"{text!r}: {names} are wanted")
    return words


def _number(text: str, low: int, high: int) -> int:
    digits = text.removeprefix("-")
    if not digits.isdecimal() or not low <= int(text) <= high:
        raise NotationError(f"{text!r}: a number from {low} to {high} is wanted")
    return int(text)


def _numbers(values: list[int]) -> str:
    return ",".join(str(value) for value in values)


def _seat_set(text: str) -> int:
    if text == "-":
        return 0
    if not text.isdecimal():
        raise NotationError(f"{text!r}: the digits of seats are wanted, or '-'")
    return sum({1 << int(seat) for seat in text})


def _seats_of(bits: int) -> str:
    return "".join(str(seat) for seat in range(SEATS) if bits >> seat & 1) or "-"


def _state_with_stock(ruleset: Ruleset, text: str) -> State:
    """A state whose stock begins with these cards, from the top; the rest of the pack follows in random order."""
    first = parse_cards(ruleset.deck, text)
    rest = Counter(ruleset.deck.pack())
    rest.subtract(first)
    if missing := [card for card, count in rest.items() if count < 0]:
        raise NotationError(f"stock {text!r}: more {ruleset.deck.text[missing[0]]} than the deck has")
    others = list(rest.elements())
    Random(SEED).shuffle(others)
    s = State()
    pack = [*reversed(others), *reversed(first)]
    s.pile[: len(pack)] = pack
    s.n_stock = len(pack)
    return s
