"""The course of a match with one person at the table: what comes next, what is said, what the person may do.

Nothing here draws on a screen, and nothing here knows the rules: the round is asked, and the person's view shown.
"""

from dataclasses import dataclass

from ...bots import Claim, actions_of, claims_in_order, make_bot
from ...core.cards import card_of
from ...core.terms import CALLING, CHALLENGE, DRAW, NAME, PASS, TAKE, VERBS, WILD
from ...errors import LastCardError
from ...events import FACES, Event
from ...explain import explain
from ...match import Match
from ...notation import in_deck_order, parse_action
from ...round import Round
from ...sim.players import CALLS
from ...view import View
from ..prompts import notices, rights_beside
from ..summary import match_summary, round_opening, round_summary, totals
from ..table import Sitting
from ..words import Speaker, capital, card_names, colour_name

ADVISER = "careful"
_DO = {DRAW: "draw", PASS: "pass", TAKE: "take what is owed", CHALLENGE: "challenge"}


@dataclass(frozen=True)
class Pending:
    """What a bot is about to do: a claim, or its turn, which is decided when the time has come."""

    seat: int
    claim: Claim | None
    hurried: bool  # a call in time comes before anybody can accuse (RULES A.5)


class Course:
    """One sitting as the only person at it lives through it."""

    def __init__(self, sitting: Sitting) -> None:
        if len(sitting.people) != 1:
            raise LastCardError("one person plays full screen; several, or none, play with --plain")
        self.sitting = sitting
        self.seat = sitting.people[0]
        self.rules = sitting.match.match.rules
        self.speaker = Speaker(self.rules.deck, sitting.names, self.seat)
        self.log: list[str] = []
        self.read = 0  # how many lines of the log are older than the person's last act
        self.declined: set[str] = set()  # rights that the person let pass since the last lay
        self._adviser = make_bot(ADVISER)
        self._pending: Pending | None = None
        self._asked = False
        if sitting.resumed:
            self.log += ["The match goes on.", totals(self.match, self.speaker)]
        else:
            self.log += round_opening(self.match, self.match.opening_events, self.speaker)

    # ------------------------------------------------------------ how the table stands

    @property
    def match(self) -> Match:
        """The match."""
        return self.sitting.match.match

    @property
    def table(self) -> Round:
        """The present round."""
        return self.sitting.match.round

    @property
    def view(self) -> View:
        """What the person knows."""
        return self.table.view(self.seat)

    @property
    def hand(self) -> list[int]:
        """The person's cards in the order of the deck."""
        return in_deck_order(self.rules.deck, self.view.hand.elements())

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for the person."""
        return self.seat in self.table.awaited

    def rights(self) -> list[str]:
        """What the person may do beside the turn."""
        return rights_beside(self.view)

    def playable(self, card: int) -> bool:
        """Whether the person may lay a card now."""
        return self.rules.deck.text[card] in {text.partition(":")[0] for text in self.view.legal}

    # ------------------------------------------------------------ bots

    def pending(self) -> Pending | None:
        """What a bot is about to do; None when the person is asked and no bot wants to speak before."""
        if not self._asked:
            self._asked = True  # bots throw dice: each is asked once for every stand of the table
            self._pending = self._ask_bots()
        return self._pending

    def _ask_bots(self) -> Pending | None:
        if self.table.over:
            return None
        bots = self.sitting.bots
        for claim in claims_in_order(self.table, bots):
            return Pending(claim.seat, claim, claim.kind == CALLS)
        seat = next((seat for seat in self.table.awaited if seat in bots), None)
        return None if seat is None else Pending(seat, None, False)

    def chance(self) -> list[str]:
        """The rights that the person can lose when the pending bot acts."""
        pending = self.pending()
        if pending is None or pending.hurried:
            return []
        return [right for right in self.rights() if right not in self.declined]

    def let_bot_act(self) -> None:
        """The pending bot acts; rights that were not used till then are let pass."""
        pending = self.pending()
        if pending is None:
            return
        self.declined.update(self.rights())
        if pending.claim is not None:
            self._carry_out(pending.seat, pending.claim.actions)
            return
        decided = self.sitting.bots[pending.seat].decide(self.table.view(pending.seat))
        self._carry_out(pending.seat, actions_of(self.rules.deck, decided))

    # ------------------------------------------------------------ acting

    def act(self, actions: list[int]) -> None:
        """Carry out actions of the person; `IllegalAction` if they are refused."""
        read = len(self.log)
        self._carry_out(self.seat, actions)
        self.read = read

    def _carry_out(self, seat: int, actions: list[int]) -> None:
        """Carry out actions; they are on disk before they are told."""
        before = self.view.status
        events = self.sitting.match.act(seat, actions)
        self._asked = False
        if any(event.kind in FACES for event in events):
            self.declined.clear()
        self.log += self.speaker.sentences(events)
        self.log += notices(self.rules, self.speaker, before, self.view.status)

    def take_back(self) -> bool:
        """Undo the person's last move and all that followed it in this round."""
        if not self.sitting.match.take_back(self.seat):
            return False
        self._asked = False
        self.declined.clear()
        self.log.append("You take your last move back; the stock is shuffled.")
        return True

    # ------------------------------------------------------------ between rounds

    def end_round(self) -> list[str]:
        """Write the round that is over, deal the next or end the match; how it came out, in sentences."""
        lines = round_summary(self.match, self.speaker)
        picks: list[Event] = self.sitting.match.next_round()
        self._asked = False
        self.declined.clear()
        if self.match.over:
            lines += ["", *match_summary(self.match, self.speaker)]
            return [*lines, "", f"The record of the match is in {self.sitting.finish()}."]
        self.read = len(self.log)
        self.log += round_opening(self.match, picks, self.speaker)
        return [*lines, "", totals(self.match, self.speaker)]

    # ------------------------------------------------------------ advice

    def advice(self) -> str:
        """What a careful player would do in the person's place."""
        if self.my_turn:
            decided = self._adviser.decide(self.view)
            (action, *_) = actions_of(self.rules.deck, decided)
            return f"A careful player would {self.action_words(action)}."
        claim = self._adviser.claim(self.view)
        if claim is None:
            return "A careful player would wait now."
        return f"A careful player would {self.action_words(actions_of(self.rules.deck, claim)[0])}."

    def action_words(self, action: int) -> str:
        """An action of the person in words, as it stands behind 'would'."""
        face = action & ~CALLING
        if face < VERBS:
            words = f"lay {card_names(self.rules.deck)[card_of(face)]}"
            words += f" and name {colour_name(self.rules.deck, face)}" if face >= WILD else ""
            return f"{words}, and call" if action & CALLING else words
        if NAME <= action < NAME + len(self.rules.deck.colours):
            return f"name {self.rules.deck.colours[action - NAME][1]}"
        text = next(text for text in self.view.legal if parse_action(self.rules.deck, text)[0] == action)
        if text.startswith((">", "catch ")):
            other = self.speaker.names[int(text.removeprefix("catch ").removeprefix(">"))]
            return f"swap hands with {other}" if text.startswith(">") else f"catch {other}"
        return _DO.get(action, f"say {text}")

    def why(self, card: int) -> str:
        """Why the person may or may not lay a card now."""
        told = explain(self.table.live_state(), self.rules, self.seat, card)
        name = capital(card_names(self.rules.deck)[card])
        return f"{name} is {told.verdict}: {self.speaker.personal(told.why)}."

    def fined(self, actions: list[int]) -> str:
        """Why these actions would be a foul that is fined, if they would."""
        told = explain(self.table.live_state(), self.rules, self.seat, actions[0])
        return f"{capital(self.speaker.personal(told.why))}." if told.verdict == "fined" else ""
