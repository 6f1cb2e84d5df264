"""What the table tells the person: questions, reminders, why a call is not possible, the keys."""

from rich.text import Text

from ...core.terms import Phase
from ...questions import has_calls, own_actions, question
from ...rules import Ruleset
from ...values import ActionKind
from ...words import capital, cards_in_hand
from ..pace import PACES
from ..prompts import turn_prompt
from .course import CALL_OR_CATCH, Course
from .widgets import chance_text

KEYS = {"draw": "d", "pass": "p", "take": "t", "challenge": "c", "done": "e", "ready": "r"}  # of actions that are words
CHOOSING = (Phase.COLOUR, Phase.SEAT)  # phases in which a dialog asks for a choice
_LONG = 3.0  # extra seconds after which the screen says that a bot is thinking
_THINKING = " still thinking (the first time may take half a minute)"  # to compile the rules

_HELP = (
    "Your hand: arrows and Enter play a card, or its key (1 to 9, 0, then capitals), or a click.",
    "✓ marks the cards you can play. For any other card the game says why not; ? tells you beforehand, with a hint.",
    "Other keys are lower-case letters. Capitals work too, unless a card in your hand uses them.",
    "d draw, p pass, t take the cards you must draw, c challenge, e done (no more cards to add), r ready.",
    "u calls UNO: press it before the card that leaves you one, or late, before you are caught.",
    "k catches a player who did not call. You have to notice it yourself.",
    "If a card is marked ✓ while it is not your turn, you can jump in with it.",
    "When a player is down to one card, a bar shows how long the others wait; Space skips the wait.",
    "z undoes your last move. v changes the speed; at 'instant' you have no time to react.",
    "Esc or m opens the menu: rules, set-up, saving, replay. h or F1: this help. Ctrl+T: light or dark.",
    "Colours are shapes too: ● red, ▲ green, ■ blue, ★ yellow, ◆ wild.",
    "Every move is saved before it is shown: quit (q) at any time and continue with lastcard play --resume.",
)


def help_lines(rules: Ruleset) -> list[str]:
    """Return the keys that do something under these rules."""
    return [line for line in _HELP if has_calls(rules) or not line.startswith(("u ", "k "))]


def asked_text(course: Course, pace: str, left: float, whole: float) -> Text:
    """Return what the person is asked, or whom the table waits for."""
    chance = course.chance()
    if chance and PACES[pace].chance:
        return chance_text(_rights_in_words(course, chance), left, whole, on_turn=course.my_turn)
    if course.table.over:
        return Text("The match is over." if course.match.over else "The round is over.")
    if course.my_turn:
        return Text(f"▶ {_asked_of_me(course)}", "bold")
    waiting = Text(f"{capital(course.speaker.whose(course.table.awaited[0]))} turn …")
    return waiting.append(_THINKING if left < -_LONG else "")


def _asked_of_me(course: Course) -> str:
    if course.view.status.phase in CHOOSING:
        return f"{question(course.view, course.speaker)} (Enter: choose)"
    return turn_prompt(course.view, course.speaker, _with_key)


def _with_key(word: str) -> str:
    return f"{word} ({KEYS[word]})"


def _rights_in_words(course: Course, rights: list[str]) -> list[str]:
    """Return rights with the keys that use them; several jump-ins are one."""
    words = []
    if CALL_OR_CATCH in rights:  # by hand sizes, which everyone sees
        words += ["call UNO (u)"] * (len(course.hand) == 1) + ["catch (k)"] * bool(course.suspects())
    for action in own_actions(course.view):
        if action.text in rights:
            words.append("jump in" if action.kind is ActionKind.LAY else _with_key(action.text))
    return list(dict.fromkeys(words))


def reminder(course: Course, calling: bool) -> str:
    """Return a reminder of what is easily forgotten."""
    if calling:
        return "You will call UNO with your next card (u to cancel)."
    last_but_one = len(course.hand) == 2 and any(map(course.playable, course.hand))
    if course.my_turn and last_but_one and has_calls(course.rules):
        return "The next card leaves you one: press u first to call UNO with it."
    return ""


def why_no_call(course: Course) -> str:
    """Return why a call cannot go with the next card, or an empty text."""
    held = len(course.hand)
    return "" if held == 2 else f"You can call only with the card that leaves you one; you hold {cards_in_hand(held)}."


def pace_words(pace: str) -> str:
    """Return what a pace means."""
    return f"Speed: {pace}." + ("" if PACES[pace].chance else " Bots do not wait for you to catch or jump in.")
