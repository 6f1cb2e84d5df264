"""What the table tells the person: questions, reminders, why a call is not possible."""

from rich.text import Text

from ..._util.grammar import capital, listed
from ...core.terms import Phase
from ...game.values import ActionKind
from ...words.questions import has_calls, own_actions, question
from ...words.speaker import cards_in_hand
from ..pace import PACES
from ..prompts import turn_prompt
from .course import CALL_OR_CATCH, Course
from .widgets import chance_text

KEYS = {"draw": "d", "pass": "p", "take": "t", "challenge": "c", "done": "e", "ready": "r"}  # of actions that are words
CHOOSING = (Phase.COLOUR, Phase.SEAT)  # phases in which a dialog asks for a choice
_LONG = 3.0  # extra seconds after which the screen says that a bot is thinking
_THINKING = " still thinking"


def asked_text(course: Course, pace: str, left: float, whole: float, width: int) -> Text:
    """Return what the person is asked, or whom the table waits for."""
    chance = course.chance()
    if chance and PACES[pace].chance and (course.alone or course.waits_for is None):
        rights = _rights_in_words(course, chance)
        return chance_text(rights, left, whole, on_turn=course.my_turn, width=width)
    if course.table.over:
        return Text("The match is over." if course.match.over else "The round is over.")
    if course.my_turn:
        return Text(f"▶ {_asked_of_me(course)}", "bold")
    if course.waits_for is not None:
        name = course.sitting.names[course.waits_for]
        return Text(f"▶ {name}'s turn. Press Enter when only {name} can see the screen.", "bold")
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
    if not course.alone:
        return [f"speak ({person_keys(course)})"]
    words = []
    if CALL_OR_CATCH in rights:  # by hand sizes, which everyone sees
        words += ["call UNO (u)"] * (len(course.hand) == 1)
        words += [f"catch {_suspect(course)}(k)"] * bool(course.suspects())
    for action in own_actions(course.view):
        if action.text in rights:
            words.append("jump in" if action.kind is ActionKind.LAY else _with_key(action.text))
    return list(dict.fromkeys(words))


def _suspect(course: Course) -> str:
    suspects = course.suspects()
    return f"{course.sitting.names[suspects[0]]} " if len(suspects) == 1 else ""


def seat_key(course: Course, seat: int) -> str:
    """Return the key of a seat in every list: of several people, each has the number that they speak with."""
    return str(seat if course.alone else (seat + 1) % 10)


def person_keys(course: Course) -> str:
    """Return the key of each person: '1 Ann, 2 Ben'."""
    return ", ".join(f"{seat_key(course, seat)} {course.sitting.names[seat]}" for seat in course.people)


def reminder(course: Course, calling: bool) -> str:
    """Return a reminder of what is easily forgotten."""
    if calling:
        return "You will call UNO with your next card (u to cancel)."
    if course.seat is None and not course.table.over:
        speaks = has_calls(course.rules) or course.rights()
        return f"To claim something out of turn, press your number: {person_keys(course)}." if speaks else ""
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


def opponents(names: list[str]) -> str:
    """Return whom a match is played against."""
    return f"against {listed(names)}" if names else "alone"
