"""What the program is asked in the plain game: hands, rules, hints, files.  None of it changes the table."""

from collections.abc import Mapping

from ..questions import has_calls
from ..rules import Ruleset, describe
from ..rules.values import Skin
from ..values import Action
from ..words import Speaker, listed
from .advice import Adviser
from .prompts import could_type, hand_line, piles_line, table_lines
from .results import results_lines
from .screen import Screen
from .settings import keep_settings
from .store import save_copy
from .summary import totals
from .table import Sitting
from .typed import Command, Reader

HELP = (
    "A card is typed by the letter of its colour and its rank, or in words: r7, red 7, gS, green skip, y+2, yellow "
    "draw two. Capitals and blanks do not matter.",
    "A wild takes a colour: w:g, wild green, w+4:r, wild draw four red.",
    "With the card that leaves you one, call UNO: r7 uno, or r7!. Forgotten? Type uno before you are caught.",
    "Somebody else did not call: caught, or caught 2 for seat 2.",
    "Other actions: draw, pass, take (what you owe), challenge, ready, done (no more cards to add).",
    "Where the rules allow it: r7 g7 plays two cards at once, r7>2 plays a card and swaps hands with seat 2.",
    "hand, table, score, rules, legal: what you hold, what lies there, how the match stands, what is played, what you "
    "may do now.",
    "hint or ?: what a careful player would do; hint r7: what the rules say to a card. undo takes your last move back.",
    "results: how the matches played here ended. look white, look black: how cards are painted on a colour terminal.",
    "save FILE writes your own copy of the record. quit ends the game; the match can be resumed.",
)


class Desk:
    """Answers commands."""

    def __init__(
        self, sitting: Sitting, screen: Screen, reader: Reader, speakers: Mapping[int | None, Speaker]
    ) -> None:
        self._screen = screen
        self._match = sitting.match
        self._rules = sitting.match.match.rules
        self._reader = reader
        self._speakers = speakers
        self._advisers = {seat: Adviser(speakers[seat], seat) for seat in sitting.people}

    def answer(self, seat: int | None, command: Command, present: bool) -> list[str]:
        """Return the answer to a command of a seat, or of anybody (None); `present`: only that seat sees the screen."""
        view, speaker = self._match.round.view(seat), self._speakers[seat]
        match command.word:
            case "hand":
                return [hand_line(view)] if present else ["Hands are hidden now."]
            case "table":
                return [*table_lines(view, speaker), piles_line(view.status)]
            case "legal":
                return [could_type(view)] if present else ["What you may do is told on your turn."]
            case "score":
                return [totals(self._match.match, speaker)]
            case "rules":
                return [f"Rules {self._rules.id}:", *rules_lines(self._rules)]
            case "save":
                return [self._save(seat, command.rest)]
            case "hint":
                return [self._hint(seat, command.rest, present)]
            case "look":
                return [self._look(command.rest)]
            case "results":
                return results_lines()
        return help_lines(self._rules)

    def _hint(self, seat: int | None, card: str, present: bool) -> str:
        """What to do, or what the rules say to a card; of several people only to the one who is asked."""
        if not present or seat is None:
            return "Hints are given on your turn; 'help' says what can be typed."
        adviser, table = self._advisers[seat], self._match.round
        return adviser.why(table, self._reader.card(card)) if card else adviser.advice(table)

    def _look(self, name: str) -> str:
        """Paint cards in another way, from now on."""
        if name not in list(Skin):
            return f"Say which: {listed([f'look {skin}' for skin in Skin], 'or')}."
        keep_settings(look=name)
        if self._screen.paint.look is None:
            return f"The {name} cards are kept for terminals with colours; this one shows none."
        self._screen.paint.look = Skin(name)
        return f"The cards are {name} now."

    def _save(self, seat: int | None, name: str) -> str:
        """Write the record as the seat knows it."""
        if not name:
            return "Say where to: save FILE."
        return save_copy(self._match.record, seat, name)

    def fined(self, seat: int, action: Action) -> str:
        """Why this action of a person would be a foul that is fined, if it would."""
        return self._advisers[seat].fined(self._match.round, action)


def help_lines(rules: Ruleset) -> list[str]:
    """What can be typed; not what is about calls, where there are none."""
    return [line for line in HELP if has_calls(rules) or "call" not in line]


def rules_lines(rules: Ruleset) -> list[str]:
    """What is played, a sentence a line, without what cannot matter."""
    return [f"{line.id} {line.sentence}" for line in describe(rules) if line.matters]
