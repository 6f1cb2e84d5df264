"""What the table tells the person: questions, reminders, why a call is not possible."""

from rich.text import Text

from ..._util.grammar import capital, listed
from ...core.terms import Phase
from ...game.values import ActionKind
from ...session.local import CALL_OR_CATCH, LocalSession
from ...words.questions import has_calls, own_actions, question
from ...words.speaker import Speaker, cards_in_hand
from ..lesson import Manner
from ..pace import PACES
from ..prompts import turn_prompt
from .clock import Clock
from .widgets import chance_text

KEYS = {"draw": "d", "pass": "p", "take": "t", "challenge": "c", "done": "e", "ready": "r"}  # of actions that are words
CHOOSING = (Phase.COLOUR, Phase.SEAT)  # phases in which a dialog asks for a choice
_PRESSED = {**KEYS, "call": "u", "catch": "k"}
LESSON = Manner(
    does=lambda word: f"press {_PRESSED[word]} to {word}",
    choose="Press its key, or ←→ and Enter",
    call="press u, then play one of them, to call UNO",
    marks=True,
)
_LONG = 3.0  # extra seconds after which the screen says that a bot is thinking
_THINKING = " still thinking"


def asked_text(session: LocalSession, clock: Clock, width: int) -> Text:
    """Return what the person is asked, or whom the table waits for."""
    chance = session.at_stake()
    if chance and PACES[clock.pace].chance and (session.alone or session.waits_for is None):
        rights = _rights_in_words(session, chance)
        return chance_text(rights, clock.left, clock.whole, on_turn=session.my_turn, width=width)
    if session.table.over:
        return Text("The match is over." if session.match.over else "The round is over.")
    if session.my_turn:
        return Text(f"▶ {_asked_of_me(session)}", "bold")
    if session.waits_for is not None:
        name = session.names[session.waits_for]
        return Text(f"▶ {name}'s turn. Press Enter when only {name} can see the screen.", "bold")
    waiting = Text(f"{capital(_speaker(session).whose(session.table.awaited[0]))} turn …")
    return waiting.append(_THINKING if clock.left < -_LONG else "")


def _speaker(session: LocalSession) -> Speaker:
    return Speaker(session.rules.deck, session.names, session.present)


def _asked_of_me(session: LocalSession) -> str:
    if session.own_view.status.phase in CHOOSING:
        return f"{question(session.own_view, _speaker(session), called=lambda _, name: name)} (Enter: choose)"
    return turn_prompt(session.own_view, _speaker(session), _with_key)


def _with_key(word: str) -> str:
    return f"{word} ({KEYS[word]})"


def _rights_in_words(session: LocalSession, rights: list[str]) -> list[str]:
    """Return rights with the keys that use them; several jump-ins are one."""
    if not session.alone:
        return [f"speak ({person_keys(session)})"]
    words = []
    if CALL_OR_CATCH in rights:  # by hand sizes, which everyone sees
        words += ["call UNO (u)"] * (len(session.hand) == 1)
        words += [f"catch {_suspect(session)}(k)"] * bool(session.suspects())
    for action in own_actions(session.own_view):
        if action.text in rights:
            words.append("jump in" if action.kind is ActionKind.LAY else _with_key(action.text))
    return list(dict.fromkeys(words))


def _suspect(session: LocalSession) -> str:
    suspects = session.suspects()
    return f"{session.names[suspects[0]]} " if len(suspects) == 1 else ""


def seat_key(session: LocalSession, seat: int) -> str:
    """Return the key of a seat in every list: of several people, each has the number that they speak with."""
    return str(seat if session.alone else (seat + 1) % 10)


def person_keys(session: LocalSession) -> str:
    """Return the key of each person: '1 Ann, 2 Ben'."""
    return ", ".join(f"{seat_key(session, seat)} {session.names[seat]}" for seat in session.people)


def reminder(session: LocalSession, calling: bool) -> str:
    """Return a reminder of what is easily forgotten."""
    if calling:
        return "You will call UNO with your next card (u to cancel)."
    if session.present is None and not session.table.over:
        speaks = has_calls(session.rules) or session.rights()
        return f"To claim something out of turn, press your number: {person_keys(session)}." if speaks else ""
    last_but_one = len(session.hand) == 2 and any(map(session.playable, session.hand))
    if session.my_turn and last_but_one and has_calls(session.rules):
        return "The next card leaves you one: press u first to call UNO with it."
    return ""


def why_no_call(session: LocalSession) -> str:
    """Return why a call cannot go with the next card, or an empty text."""
    held = len(session.hand)
    return "" if held == 2 else f"You can call only with the card that leaves you one; you hold {cards_in_hand(held)}."


def pace_words(pace: str) -> str:
    """Return what a pace means."""
    return f"Speed: {pace}." + ("" if PACES[pace].chance else " Bots do not wait for you to catch or jump in.")


def opponents(names: list[str]) -> str:
    """Return whom a match is played against."""
    return f"against {listed(names)}" if names else "alone"
