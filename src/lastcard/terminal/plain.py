"""The plain game: sentences, prompts and typed cards, over any two streams of text.

People sit at some seats and bots at others.  With several people at one terminal, hands are hidden between turns.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from ..bots import actions_of, claims_in_order
from ..core.legal import only_choosing
from ..core.terms import (
    BATCH, CALL, COLOUR, DRAWN, NONE, OVER, OWED, SEAT, SKIPPED, CountInfo, Fact,
)  # fmt: skip
from ..errors import IllegalAction, LastCardError, NotationError
from ..events import FACES, SPECTATOR, Event, Status
from ..journal import RecordedMatch
from ..notation import in_deck_order
from ..round import Round
from ..rules import describe
from ..rules.values import Challenger
from ..view import View
from .screen import Screen
from .summary import match_summary, round_summary, totals
from .table import Options, Sitting, sit_down
from .typed import Command, Move, Reader
from .words import Speaker, cards_in_hand, direction, listed, top_words

HELP = """\
A card is typed as its colour's letter and its rank, or in words: r7, red 7, gS, green skip, y+2, yellow draw two.
A wild takes a colour: w:g, wild green, w+4:r, wild draw four red.  Capitals and blanks do not matter.
With the card that leaves you one, call: r7 uno, or r7!.  Forgot it?  Type uno before anybody says 'caught'.
Several cards at once, where the rules allow it: r7 g7.  A card that swaps hands may say with whom: r7>2.
draw, pass, take (what you owe), challenge, ready, done (close a batch), caught or caught 2 (somebody did not call).
hand, table, score, rules: what you hold, what lies there, how the match stands, what is played.
legal: what could be typed now.  save FILE: your own copy of the record.  quit: the match can be resumed.\
"""
RESUME = "lastcard play --resume"


class Left(Exception):
    """Whoever plays wants to stop."""


def run(options: Options, source: TextIO, target: TextIO) -> int:
    """Play a match to its end, or until input ends or somebody quits; the exit status."""
    screen = Screen(source, target)
    with sit_down(options) as sitting:
        game = PlainGame(sitting, screen)
        try:
            game.play()
        except (Left, EOFError):
            game.say_how_to_resume()
        except KeyboardInterrupt:
            screen.say("")
            game.say_how_to_resume()
            raise
    return 0


class PlainGame:
    """One sitting, shown on a screen."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting = sitting
        self.screen = screen
        self.match: RecordedMatch = sitting.match
        deck = self.match.match.rules.deck
        self.reader = Reader(deck, sitting.names)
        self.speakers = {seat: Speaker(deck, sitting.names, seat) for seat in (SPECTATOR, *sitting.people)}
        self.alone = len(sitting.people) == 1
        # Whose eyes are on the screen: the only person's always; of several, the one whose hand is shown.
        self.present = sitting.people[0] if self.alone else SPECTATOR
        self.unread: dict[int, list[str]] = {seat: [] for seat in sitting.people}
        self.declined: dict[int, set[str]] = {}
