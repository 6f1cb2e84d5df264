"""The commands of the plain game: hands, rules, hints, files.  They do not change the table."""

from collections.abc import Mapping, Sequence

from .._util.grammar import listed
from ..rules import Ruleset, describe
from ..rules.values import Skin
from ..session.local import LocalSession
from ..session.session import Session
from ..words.questions import has_calls
from ..words.speaker import Speaker
from .advice import advice, ruled
from .copies import save_copy
from .prompts import could_type, hand_line, piles_line, table_lines
from .results import results_lines
from .screen import Screen
from .settings import keep_settings
from .summary import totals
from .typed import Command, Reader

HELP = (
    "Type a card as the letter of its colour and its rank, or in words: r7, red 7, gS, green skip, y+2, yellow "
    "draw two. Capitals and spaces do not matter.",
    "A wild takes a colour: w:g, wild green, w+4:r, wild draw four red.",
    "When you play your second-to-last card, call UNO: r7 uno, or r7!. If you forgot, type uno before you are caught.",
    "To catch a player who did not call: caught, or caught 2 for seat 2.",
    "Other actions: draw, pass, take (the cards you must draw), challenge, ready, done (no more cards to add).",
    "Where the rules allow it: r7 g7 plays two cards at once, r7>2 plays a card and swaps hands with seat 2.",
    "hand, table, score, rules, legal: your cards, the table, the scores, the current rules, and what you can do now.",
    "hint or ?: what a careful player would do, and why; hint r7: what the rules say about a card.",
)
HELP_AT_HOME = (
    "undo: undoes your move. results: how the matches played here ended. look white, look black: how cards look on a "
    "terminal with colours.",
    "save FILE: saves your own copy of the record. quit: ends the game; you can resume the match later.",
)


def looked_up(session: Session, word: str, speaker: Speaker, *, present: bool = True) -> list[str] | None:
    """Return what anybody at a table can look up; None if the word is no such question.

    `present` says whether only the seat that asks sees the screen.
    """
    view = session.view(speaker.voice)
    match word:
        case "hand":
            return [hand_line(view)] if present else ["Hands are hidden now."]
        case "table":
            return [*table_lines(view, speaker), piles_line(view.status)]
        case "legal":
            return [could_type(view)] if present else ["On your turn you can see what you may do."]
        case "score":
            return [totals(session.rules, session.standing, speaker)]
        case "rules":
            return [f"Rules {session.rules.id}:", *rules_lines(session.rules)]
    return None


class Desk:
    """Answers commands at a table on this machine."""

    def __init__(
        self, session: LocalSession, screen: Screen, reader: Reader, speakers: Mapping[int | None, Speaker]
    ) -> None:
        self._session = session
        self._screen = screen
        self._reader = reader
        self._speakers = speakers

    def answer(self, seat: int | None, command: Command, present: bool) -> list[str]:
        """Return the answer to a command of a seat, or of anybody (None); `present`: only that seat sees the screen."""
        if (answer := looked_up(self._session, command.word, self._speakers[seat], present=present)) is not None:
            return answer
        match command.word:
            case "save":
                return [self._save(seat, command.rest)]
            case "hint":
                return [self._hint(seat, command.rest, present)]
            case "look":
                return [self._look(command.rest)]
            case "results":
                return results_lines()
        return help_lines(self._session.rules, HELP_AT_HOME)

    def _hint(self, seat: int | None, card: str, present: bool) -> str:
        """Return a hint, or what the rules say about a card; with several people, only for the one at the screen."""
        if not present or seat is None:
            return "You can get hints on your turn; 'help' lists what you can type."
        if not card:
            return advice(self._session, seat, self._speakers[seat])
        lay = self._reader.lay(card, closed=False)
        return ruled(self._speakers[seat], lay, self._session.why(seat, lay))

    def _look(self, name: str) -> str:
        """Change the look of the cards."""
        if name not in list(Skin):
            return f"Choose one: {listed([f'look {skin}' for skin in Skin], 'or')}."
        keep_settings(look=name)
        if self._screen.paint.look is None:
            return "Your choice is saved, but this terminal shows no colours."
        self._screen.paint.look = Skin(name)
        return f"Cards are now {name}."

    def _save(self, seat: int | None, name: str) -> str:
        """Save the record as the seat knows it."""
        if not name:
            return "Give a file name: save FILE."
        return save_copy(self._session.sitting.match.record, seat, name)[1]


def help_lines(rules: Ruleset, more: Sequence[str]) -> list[str]:
    """Return what can be typed at every table, without calls where the rules have none, and at this kind of table."""
    return [line for line in HELP if has_calls(rules) or "call" not in line] + [*more]


def rules_lines(rules: Ruleset) -> list[str]:
    """Return the current rules, one sentence per line, without those that cannot matter."""
    return [f"{line.id} {line.sentence}" for line in describe(rules) if line.matters]
