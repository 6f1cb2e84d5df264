"""The questions that a table asks its people: colours, seats, and what several people at one screen must settle."""

from collections import Counter
from collections.abc import Callable

from rich.text import Text

from ...game.values import Action, ActionKind, values_of
from ...session.local import LocalSession
from ...session.session import JUMP_IN
from ...words.questions import has_calls
from ...words.speaker import cards_in_hand
from .dialogs import Choice, Question
from .faces import Faces
from .says import seat_key


def _colours(faces: Faces) -> list[tuple[str, Text]]:
    """Return the letters of the deck's colours, and how they look."""
    return [(letter, faces.colour(row)) for row, (letter, _) in enumerate(faces.deck.colours)]


def which_colour(session: LocalSession, faces: Faces, advice: Callable[[], str]) -> Question[str]:
    """Ask for the colour of a wild; the answer is its letter."""
    choices = [Choice(letter, label, letter) for letter, label in _colours(faces)]
    held = Counter(card.colour for card in session.hand)
    most = max(range(len(choices)), key=lambda place: held[choices[place].value])
    return Question("Which colour?", choices, first=most, advice=advice)


def opening_colour(session: LocalSession, faces: Faces, advice: Callable[[], str]) -> Question[Action]:
    """Ask for the colour of a wild that opens the round."""
    values = values_of(session.rules)
    choices = [Choice(letter, label, values.read(f":{letter}")) for letter, label in _colours(faces)]
    return Question("Choose a colour for the opening card", choices, advice=advice)


def which_hand(session: LocalSession, advice: Callable[[], str]) -> Question[Action]:
    """Ask with whom to swap hands."""
    view = session.own_view
    choices = [
        Choice(seat_key(session, action.seats[0]), _holder(session, action.seats[0]), action)
        for action in view.legal
        if action.kind is ActionKind.CHOOSE
    ]
    if "pass" in view.choices.says:
        choices.append(Choice("k", "Nobody: keep your hand", values_of(session.rules).read("pass")))
    return Question("Swap hands with whom?", choices, advice=advice)


def whom_to_catch(session: LocalSession) -> Question[Action]:
    """Ask who did not call."""
    choices = [
        Choice(seat_key(session, seat), _holder(session, seat), values_of(session.rules).read(f"catch {seat}"))
        for seat in session.suspects()
    ]
    return Question("Who did not call?", choices)


def _holder(session: LocalSession, seat: int) -> str:
    """Return a player, with the number of their cards."""
    held = session.own_view.status.held[seat]
    return f"{session.names[seat]}, {'? cards' if held is None else cards_in_hand(held)}"


def anyway(why: str) -> Question[bool]:
    """Ask whether to do what will be fined."""
    return Question(f"{why} Play it anyway?", [Choice("y", "Yes", True), Choice("n", "No", False)], first=1)


# ---------------------------------------------------------------- several people at one screen


def who(session: LocalSession, title: str) -> Question[int]:
    """Ask which of several people it is."""
    return Question(title, [Choice(seat_key(session, seat), session.names[seat], seat) for seat in session.people])


def what_to_claim(session: LocalSession, seat: int) -> Question[str] | None:
    """Ask one of several people what they claim; the list depends only on what everyone sees.

    The answer is an action or `JUMP_IN`.  Return None if there is nothing to claim.
    """
    names, claims = session.names, session.status.claims
    choices: list[Choice[str]] = []
    if has_calls(session.rules):
        choices.append(Choice("u", "Call UNO", "call"))
        others = [other for other in range(len(names)) if other != seat]
        keys = ["k"] if len(others) == 1 else [seat_key(session, other) for other in others]
        pairs = zip(keys, others, strict=True)
        choices += [Choice(key, f"Catch {names[other]}", f"catch {other}") for key, other in pairs]
    if seat in claims.challenge:
        choices.append(Choice("c", "Challenge", "challenge"))
    if seat in claims.jump_in:
        choices.append(Choice("j", "Jump in: show the hand when only they can see the screen", JUMP_IN))
    return Question(f"{names[seat]} says", choices) if choices else None


def everyone_agrees(session: LocalSession, seat: int) -> Question[bool]:
    """Ask whether a move may be undone."""
    choices = [Choice("y", "Yes, everyone agrees", True), Choice("n", "No", False)]
    return Question(f"Undo {session.names[seat]}'s last move? The stock is shuffled.", choices, first=1)
