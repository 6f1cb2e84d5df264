"""A first match with help: at each moment, what can be done now, and how.  Each kind of moment is explained twice."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ..core.terms import Phase
from ..game.view import View
from ..session.local import LocalSession
from ..session.sitting import Options
from ..words.questions import has_calls
from ..words.speaker import cards_in_hand

MATCH = Options(rules="official+target=100", seats=3, bots=("greedy",))  # two easy bots, a few rounds
_TIMES = 2  # that each kind of moment is explained

WELCOME = (
    "Be the first to play all your cards. Take turns: play one card that has the colour or the sign of the card on "
    "top, or else draw one.",
    "A Skip, a Reverse and a Draw Two do what they say to the next player. A Wild fits on everything, and you name the "
    "colour that follows.",
    "When you play your second-to-last card, you must call UNO. If you forget, the others can catch you.",
    "This match explains each move as you come to it, against two easy bots.",
)

_MOMENTS = {  # each fits into two lines of a small screen
    "fits": "{fitting}: same colour or same sign as the top card. {choose}.",
    "call": "Two cards: {call}, or you can be caught and draw two.",
    "late": "One card, and you have not called UNO: {late} before you are caught.",
    "nothing": "No card of yours has the colour or the sign of the top card: {draw}.",
    "drawn": "The card you drew fits. Play it, or keep it: {pass}.",
    "not-drawn": "The card you drew does not fit, so your turn ends: {pass}.",
    "colour": "Name the colour that the next card must have.",
    "owed": "You draw {owed} and lose your turn: {take}.",
    "bluff": "This may be a bluff, if its player holds the colour: {challenge} (wrong: draw two more), or {take}.",
    "skipped": "You are skipped: {take}.",
    "catch": "{name} has one card. If UNO was not called, {catch} now.",
}


class Manner(NamedTuple):
    """How things are done in a kind of game: `does` says how to do an action that is a word."""

    does: Callable[[str], str]
    choose: str
    call: str
    marks: bool  # whether cards that fit are marked


class Lesson:
    """Explains a match to the only person who plays it."""

    def __init__(self, session: LocalSession, manner: Manner) -> None:
        self._session = session
        self._manner = manner
        self._explained: Counter[str] = Counter()
        self._last: tuple[tuple[int, int], str] | None = None  # the round and move, and what was explained there

    def tip(self) -> str:
        """Return what to explain now, or an empty text; the same for as long as nobody moves."""
        moment = (self._session.match.rounds, self._session.table.ply)
        if self._last is None or self._last[0] != moment:
            self._last = (moment, self._next())
        return self._last[1]

    def _next(self) -> str:
        kind = self._kind()
        if kind is None or self._explained[kind] == _TIMES:
            return ""
        self._explained[kind] += 1
        return _MOMENTS[kind].format_map(self._words())

    def _kind(self) -> str | None:
        """Return the kind of this moment."""
        session, view = self._session, self._session.own_view
        if session.table.over:
            return None
        if "call" in view.choices.says:
            return "late"
        if not session.my_turn:
            return "catch" if session.may_catch and session.suspects() else None
        return _kind_of_turn(view)

    def _words(self) -> dict[str, str]:
        view, manner = self._session.own_view, self._manner
        suspects = self._session.suspects()
        fitting = ", ".join(dict.fromkeys(lay.card.text for lay in view.choices.lays))
        words = ("draw", "pass", "take", "challenge")
        return {word: manner.does(word) for word in words} | {
            "fitting": "Cards with ✓ fit" if manner.marks else f"These cards fit ({fitting})",
            "choose": manner.choose,
            "call": manner.call,
            "late": manner.does("call"),
            "catch": manner.does("catch"),
            "owed": cards_in_hand(view.status.owed),
            "name": self._session.names[suspects[0]] if suspects else "",
        }


def _kind_of_turn(view: View) -> str | None:
    """Return the kind of a person's own turn."""
    choices, phase = view.choices, view.status.phase
    match phase:
        case Phase.OWED:
            return "bluff" if "challenge" in choices.says else "owed"
        case Phase.SKIPPED:
            return "skipped"
        case Phase.COLOUR:
            return "colour"
        case Phase.DRAWN:
            return "drawn" if choices.lays else "not-drawn"
        case Phase.TURN:
            if not choices.lays:
                return "nothing"
            return "call" if len(view.hand) == 2 and has_calls(view.rules) else "fits"
    return None
