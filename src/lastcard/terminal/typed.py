"""What people type: cards as `r7` or `red 7`, actions as words, commands.  Case and spaces do not matter.

Whether an action is allowed is not checked here, but when it is carried out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from .._util.grammar import listed
from ..core.terms import Phase
from ..errors import NotationError, did_you_mean
from ..game.values import Action, values_of
from ..game.view import View
from ..notation.actions import WORDS
from ..rules import Card, Deck, Ruleset
from ..session.claims import seat_has_one
from ..words.speaker import COUNTS, rank_name

COMMANDS = ("hand", "table", "legal", "hint", "undo", "score", "results", "rules", "look", "help", "save", "quit")
_WITH_MORE = ("save", "hint", "look")  # commands that take arguments
LONGEST = 200  # characters in a line
_OTHER_NAMES = {"?": "hint", "why": "hint", "exit": "quit", "scores": "score"}
_ACCUSING = ("caught", "catch")
_CALLING = ("uno", "uno!", "call", "call!")
_VERBS = {**{word: word for word in WORDS}, **dict.fromkeys(_CALLING, "call")}
_KNOWN = (*COMMANDS, *_VERBS, *_ACCUSING)


@dataclass(frozen=True)
class Command:
    """A request to the program, not an action."""

    word: str
    rest: str = ""


@dataclass(frozen=True)
class TypedMove:
    """An action for the table; if `needs_colour` is true, no colour was typed for a wild, and it has any."""

    action: Action
    needs_colour: bool = False


def squashed(text: str) -> str:
    """Return a text as it is compared: in lower case, without spaces."""
    return "".join(text.casefold().split())


class Reader:
    """Reads what people type at a table with these rules and these names."""

    def __init__(self, rules: Ruleset, names: Sequence[str]) -> None:
        self.deck = deck = rules.deck
        self._values = values_of(rules)
        self._names = names
        self._colours = {squashed(word): pair[0] for pair in deck.colours for word in pair}
        self._seats = {str(seat): seat for seat in range(len(names))}
        self._seats |= {squashed(name): seat for seat, name in enumerate(names)}
        self._lay = _lay_pattern(deck, tuple(self._colours), tuple(self._seats))

    # ------------------------------------------------------------ whole lines

    def read(self, text: str, view: View) -> Command | TypedMove:
        """Return what a line means at this table; raise NotationError if it means nothing."""
        if command := self.command(text):
            return command
        _check_length(text)
        line = squashed(text)
        if not line:
            raise NotationError("you typed nothing")
        if line in _VERBS:
            return TypedMove(self._values.read(_VERBS[line]))
        for accusing in _ACCUSING:
            if line.startswith(accusing):
                return TypedMove(self._values.catch(self._accused(line.removeprefix(accusing), view)))
        return self._choice(line, view) or self._lay_of(line) or self._not_understood(text)

    def command(self, text: str) -> Command | None:
        """Return the command in a line, or None."""
        word, _, rest = text.strip().partition(" ")
        word = _OTHER_NAMES.get(word.casefold(), word.casefold())
        return Command(word, rest.strip()) if word in COMMANDS and (word in _WITH_MORE or not rest) else None

    def lay(self, text: str, *, closed: bool = True) -> Action:
        """Return the lay of a card that a text names; a wild may have a colour."""
        line = squashed(text)
        card, colour = _card_words(self.deck).get(line), None
        if card is None and (lay := self._lay_of(line)) is not None:
            card, colour = lay.action.cards[0], lay.action.colour
        if card is None:
            raise NotationError(f"{text!r} is not a card of this deck; type a card as r7 or red 7")
        return self._values.lay(card, colour or self._values.colours[0], closed=closed)

    def by_whom(self, text: str) -> tuple[int, str]:
        """Split a line that begins with a name or a seat number into the seat and the rest."""
        _check_length(text)
        words = text.split()
        for end in range(len(words), 0, -1):
            seat = self._seats.get(squashed("".join(words[:end])))
            if seat is not None:
                return seat, " ".join(words[end:])
        example = f"as in '{self._names[0]} caught'"
        if self._is_move(squashed(text)):
            raise NotationError(f"say who you are first, {example}")
        raise NotationError(f"{text!r} is not a command; to speak, begin with a name, {example}")

    def _is_move(self, line: str) -> bool:
        """Return whether a line means a move, whoever may make it."""
        return line in _VERBS or line.startswith(_ACCUSING) or self._lay.fullmatch(line) is not None

    def colour(self, text: str) -> str:
        """Return the letter of the colour a text names."""
        word = squashed(text).removeprefix(":")
        if word not in self._colours:
            raise NotationError(f"{text!r} is not a colour; choose {self.colours}")
        return self._colours[word]

    @property
    def colours(self) -> str:
        """The colours to choose from, in words."""
        return listed([name for _, name in self.deck.colours], "or")

    def seat(self, text: str) -> int:
        """Return the seat a text names, by number or name."""
        word = squashed(text)
        if word not in self._seats:
            names = listed([f"{seat} ({name})" for seat, name in enumerate(self._names)])
            raise NotationError(f"nobody here is called {text!r}; the players are {names}")
        return self._seats[word]

    # ------------------------------------------------------------ parts

    def _accused(self, text: str, view: View) -> int:
        """Return whom an accusation means; without a name the only other seat that holds one card."""
        if text:
            return self.seat(text)
        status = view.status
        suspects = [seat for seat in range(status.seats) if seat != view.seat and seat_has_one(status, seat)]
        if len(suspects) == 1:
            return suspects[0]
        if not suspects:
            raise NotationError("nobody else holds just one card")
        choices = [f"'caught {seat}'" for seat in suspects]
        raise NotationError(f"say whom you mean: {listed(choices, 'or')}")

    def _choice(self, line: str, view: View) -> TypedMove | None:
        """Return the choice of a colour or a seat, if one was asked for or the text can mean nothing else."""
        if line.startswith(":") or (view.status.phase is Phase.COLOUR and line in self._colours):
            return TypedMove(self._values.name(self.colour(line)))
        if line.startswith(">") or (view.status.phase is Phase.SEAT and line in self._seats):
            return TypedMove(self._values.choose(self.seat(line.removeprefix(">"))))
        return None

    def _lay_of(self, line: str) -> TypedMove | None:
        lay = self._lay.fullmatch(line)
        if lay is None:
            return None
        cards = [_card_words(self.deck)[word] for word in _card_pattern(self.deck).findall(lay["cards"])]
        wild = any(card.wild for card in cards)
        if lay["colour"] and not wild:
            raise NotationError(f"only a wild is played with a colour; {lay['cards']!r} has its own")
        seats = [self.seat(name) for name in lay["seats"].split(">")[1:]]
        if lay["open"] and seats:
            raise NotationError("first close the batch that '&' left open, then choose a seat")
        colour = self._colours[lay["colour"]] if lay["colour"] else self._values.colours[0]
        action = self._values.lay(cards, colour, call=bool(lay["call"]), closed=not lay["open"], seats=seats)
        return TypedMove(action, needs_colour=wild and not lay["colour"])

    def _not_understood(self, text: str) -> TypedMove:
        lay, *seats = squashed(text).split(">")
        if seats and self._lay.fullmatch(lay):
            for seat in seats:
                self.seat(seat.rstrip("!&"))  # one of them is unknown
        raise NotationError(f"{text!r} is not understood{self._meant(text)}")

    def _meant(self, text: str) -> str:
        """Return a suggestion: a card or a word that was perhaps meant."""
        words = text.split()
        turned = " ".join(reversed(words))
        if len(words) == 2 and squashed(turned) in _card_words(self.deck):
            return f" (did you mean {turned!r}?)"
        if squashed(text) in self._colours:
            return f"; a card is a colour and a rank, as in '{text.strip()} 7'"
        return did_you_mean(squashed(text), _KNOWN)


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise NotationError(f"that line is too long; at most {LONGEST} characters are read")


# ---------------------------------------------------------------- the words for cards


def _rank_words(card: Card) -> Iterator[str]:
    """Yield the ways to type a rank."""
    yield card.rank
    yield rank_name(card)
    if card.draws:
        yield f"draw{card.draws}"
    if card.number is not None and card.number < len(COUNTS):
        yield COUNTS[card.number]


@cache
def _card_words(deck: Deck) -> dict[str, Card]:
    """Return every way to type a card, as it is compared; the notation has priority."""
    words = {squashed(card.text): card for card in deck.cards}
    for card in deck.cards:
        for colour in ("w", "wild") if card.wild else deck.colours[card.row]:
            for rank in _rank_words(card):
                words.setdefault(squashed(colour + rank), card)
    return words


@cache
def _card_pattern(deck: Deck) -> re.Pattern[str]:
    return re.compile(_any_of(_card_words(deck)))


def _lay_pattern(deck: Deck, colours: Sequence[str], seats: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for playing cards: cards, colour of a wild, seats to swap with, left open or not, call."""
    cards = _card_pattern(deck).pattern
    return re.compile(
        rf"(?:play|lay)?(?P<cards>(?:{cards})+?)(?::?(?P<colour>{_any_of(colours)}))?"
        rf"(?P<seats>(?:>(?:{_any_of(seats)}))*)(?P<open>&?)(?P<call>!|{_any_of(_CALLING)})?"
    )


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of these words; the longest that fits is taken."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
