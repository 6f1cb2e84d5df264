"""The index of actions: one numbering for all rule sets, and the part of it that a rule set can need.

| numbers | actions |
|---|---|
| 0-191 | play a card: `colour * 24 + rank`, for a wild `96 + colour * 24 + rank` |
| 192-198 | draw, pass, take, challenge, done, ready, call |
| 199 | wait: claim nothing |
| 200-203 | name a colour for the opening card |
| 204-213 | choose the seat that many places on to swap hands with |
| 214-223 | catch the seat that many places on |
| 224-415 | play a card as 0-191, and call |

Seats are counted from the one that decides, in the direction of play.  Colours are those of the deck or, where they are
canonical, A to D as the observation has them.
"""

from collections.abc import Sequence

from .._util.bounds import quoted
from ..core.layout import Rules
from ..core.terms import (
    BY_CHALLENGE, CALL, CATCH, CHALLENGE, CHOOSE, DONE, DRAW, NAME, NO_DUTY, NO_GATE, PASS, RANKS, READY, SWAPS, TAKE,
    VERBS, WILD,
)  # fmt: skip
from ..errors import LastCardError
from ..rules import Ruleset
from .game import INDEX_CALLING, WAIT

ACTIONS_VERSION = 1
CANONICAL = "ABCD"
WORDS = {DRAW: "draw", PASS: "pass", TAKE: "take", CHALLENGE: "challenge", DONE: "done", READY: "ready", CALL: "call",
         WAIT: "wait"}  # fmt: skip


class IllegalChoice(LastCardError):
    """An action that is not legal for the seat that decides at a table; nothing has changed at any table."""

    def __init__(self, table: int, seat: int, action: int, text: str) -> None:
        super().__init__(table, seat, action, text)  # all arguments, so that it can be pickled
        self.table, self.seat, self.action, self.text = table, seat, action, text

    def __str__(self) -> str:
        action = quoted(self.action)  # it may have any number of digits
        return f"table {self.table}: seat {self.seat} may not choose action {action} ({self.text}) now"


def compact_index(rules: Ruleset, seats: int, *, ask: bool) -> list[int]:
    """Return the actions that these rules may need, in ascending order; all that are ever legal are among them."""
    r = rules.core_rules
    lays = sorted({face for card in rules.deck.pack() for face in faces_of(card, r.colours)})
    verbs = [DRAW, PASS, TAKE, *_verbs(r, seats, ask)]
    calls = [INDEX_CALLING + face for face in lays] if ask and r.uno_duty != NO_DUTY else []
    return [*lays, *sorted(verbs), *calls]


def faces_of(card: int, colours: int) -> list[int]:
    """Return the faces that a card can be laid with."""
    return [card + colour * RANKS for colour in range(colours)] if card >= WILD else [card]


def _verbs(r: Rules, seats: int, ask: bool) -> list[int]:
    """Return the actions other than lays that only some rules have."""
    found = [NAME + colour for colour in range(r.colours)]
    if r.wd_policing == BY_CHALLENGE and r.guarded:
        found.append(CHALLENGE)
    if r.batch > 1:
        found.append(DONE)
    if r.ready_gate != NO_GATE:
        found.append(READY)
    if any(does & SWAPS for does in r.does):
        found += [CHOOSE + place for place in range(1, seats)]
    if ask:
        found += [WAIT] + ([CALL] if r.uno_duty != NO_DUTY else [])
        if r.uno_duty != NO_DUTY and not r.blind_accusation:
            found += [CATCH + place for place in range(1, seats)]
    return found


def action_texts(rules: Ruleset, colours: Sequence[str]) -> list[str]:
    """Return the text of every action of the universal index; the deck has no cards for some numbers."""
    cards = rules.deck.text
    lays = []
    for face in range(VERBS):
        row, rank = divmod(face, RANKS)
        if row < 4:
            text = cards.get(face, "")
            lays.append(f"{colours[row]}{text[1:]}" if text else "-")
        else:
            text = cards.get(WILD + rank, "")
            lays.append(f"{text}:{colours[row - 4]}" if text and row - 4 < len(colours) else "-")
    texts = [*lays, *(_word(number, colours) for number in range(VERBS, INDEX_CALLING))]
    return [*texts, *(text if text == "-" else f"{text}!" for text in lays)]


def _word(number: int, colours: Sequence[str]) -> str:
    if number in WORDS:
        return WORDS[number]
    if number < CHOOSE:
        return f":{colours[number - NAME]}" if number - NAME < len(colours) else "-"
    return f">+{number - CHOOSE}" if number < CATCH else f"catch +{number - CATCH}"
