"""Make observations from views: what a bot with a learned net needs, at any table, without NumPy.

For the same decision, `Observer` and `Tables` give the same numbers.  They share the layout and the index but no code
that reads a table: here everything comes from a `View`, which has nothing that its seat may not know.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from .._util.bounds import quoted
from ..core.cards import colour_of
from ..core.seats import partner
from ..core.terms import (
    CALL, CALLING, CATCH, CHOOSE, COLOUR_FACE, DRAWN, NAME, NONE, OVER, RANKS, READY, VERBS, WILD, MatchEnd, RoundScore,
)  # fmt: skip
from ..errors import LastCardError
from ..game.memory import Did
from ..rules import Ruleset
from ..game.status import Status
from ..game.values import Action, values_of
from ..game.view import View
from .game import EVENT_KINDS, FULL, INDEX_CALLING, SIZES, WAIT
from .index import faces_of
from .layout import Layout
from .options import setting_of, whole, yes_or_no

_DID = {Did.DREW: 0, Did.TOOK: 1, Did.CHALLENGED: 2}


class Observer:
    """Shows views of one rule set and number of seats as `Tables` with the same options shows its tables."""

    def __init__(
        self, rules: Ruleset | str, *, seats: int, claims: str = "ask", episode: str = "round",
        colours: str = "canonical", history: int = 8,
    ) -> None:  # fmt: skip
        self.setting = setting_of(rules, seats, claims=claims, episode=episode, colours=colours, history=history)
        self.rules, self.seats = self.setting.rules, self.setting.seats
        self._values = values_of(self.rules)
        self._pack = Counter(self.rules.deck.pack())
        self._constant = self.setting.rule_features()
        self._index = {number: index for index, number in enumerate(self.setting.universal)}

    @property
    def version(self) -> str:
        """The version of the observations and of the index, as `Tables.version`."""
        return self.setting.version

    @property
    def layout(self) -> Layout:
        """The parts of an observation."""
        return self.setting.layout

    def _checked_seat(self, view: View) -> int:
        """Return whose view this is; raise LastCardError if it is nobody's, of another kind of table, or no view."""
        if not isinstance(view, View):
            raise LastCardError(f"an observer shows a View, not {quoted(view)}")
        if view.status.seats != self.seats or view.rules.digest != self.rules.digest:
            mine, other = f"{self.rules.id} with {self.seats} seats", f"{view.rules.id} with {view.status.seats}"
            raise LastCardError(f"this observer is for {mine}, but the view is of {other}")
        return _seat(view)

    # ------------------------------------------------------------ what may be answered

    def legal(self, view: View, *, claim: bool) -> list[int]:
        """Return the indices of what the seat may answer, asked for its move or, with `claim`, for a claim."""
        yes_or_no(claim, "claim")
        me, shown_as, direction = self._checked_seat(view), self._shown_as(view), view.status.direction
        found = [WAIT] if claim else []
        for action in self._codes(view, claim=claim):
            if action >= VERBS:
                found.append(self._shown_verb(action, shown_as, me, direction))
                continue
            face = _shown(action, shown_as)
            found.append(face)
            if self.setting.ask and view.choices.call_with == 1:
                found.append(INDEX_CALLING + face)
        return sorted(self._index[number] for number in found)

    def action(self, view: View, index: int) -> Action | None:
        """Return the action that an index stands for in this view; None means to claim nothing."""
        universal, me, way = self.setting.universal, self._checked_seat(view), view.status.direction
        number = universal[whole(index, 0, len(universal) - 1, "an index")]
        stands_for = _inverse(self._shown_as(view))
        if number == WAIT:
            return None
        if number >= INDEX_CALLING:
            code = CALLING + _shown(number - INDEX_CALLING, stands_for)
        elif number < VERBS:
            code = _shown(number, stands_for)
            code += CALLING if not self.setting.ask and view.choices.call_with == 1 else 0
        elif number < NAME:
            code = number
        elif number < CHOOSE:
            code = NAME + stands_for[number - NAME]
        else:
            first = CHOOSE if number < CATCH else CATCH
            code = first + (me + (number - first) * way) % self.seats
        batches = self.rules.core_rules.batch > 1
        return self._values.one_card(code) if batches else self._values.single(code)

    def _codes(self, view: View, *, claim: bool) -> list[int]:
        """Return the core's numbers of what may be answered, without calls."""
        choices, colours = view.choices, self.rules.core_rules.colours
        out_of_turn = view.seat != view.status.turn
        codes = [code for action in choices.actions(self._values) for code in action.codes[:1]]
        lays = [face for lay in choices.lays for face in faces_of(lay.card.code, colours)]
        verbs = [code for code in codes if code >= VERBS]
        if claim:
            return (lays + verbs) if out_of_turn else [code for code in verbs if code == CALL or code >= CATCH]
        return lays + [code for code in verbs if code <= READY or NAME <= code < CATCH]

    def _shown_verb(self, action: int, shown_as: Sequence[int], me: int, direction: int) -> int:
        if action < NAME:
            return action
        if action < CHOOSE:
            return NAME + shown_as[action - NAME]
        first = CHOOSE if action < CATCH else CATCH
        return first + (action - first - me) * direction % self.seats

    # ------------------------------------------------------------ what is seen

    def observe(self, view: View, *, claim: bool) -> list[int]:
        """Return the observation of a seat that is asked for its move or, with `claim`, for a claim."""
        yes_or_no(claim, "claim")
        me, status, shown_as = self._checked_seat(view), view.status, self._shown_as(view)
        row = [*self._cards(view, shown_as), *self._table(view, shown_as, claim), *self._rounds(view)]
        for place in range(self.seats):
            row += self._seat_features(view, (me + place * status.direction) % self.seats, shown_as)
        row += self._events(view, shown_as)
        return row + self._constant

    def _shown_as(self, view: View) -> list[int]:
        """Return as what each colour is shown: that of the face first, then by how many kinds the seat holds."""
        n = self.rules.core_rules.colours
        if not self.setting.canonical:
            return list(range(4))
        held = Counter(code // RANKS for code in {card.code for card in view.hand})
        first = NONE if view.status.face is None else colour_of(view.status.face.code)
        order = sorted(range(n), key=lambda colour: (colour != first, -held[colour], colour))
        return _inverse([*order, *range(n, 4)])

    def _kind(self, card: int, shown_as: Sequence[int]) -> int:
        setting = self.setting
        if card >= WILD:
            return len(setting.colours) * setting.n_suit + card - WILD
        return shown_as[card // RANKS] * setting.n_suit + card % RANKS

    def _counted(self, cards: Mapping[int, int], shown_as: Sequence[int]) -> list[int]:
        row = [0] * len(self.setting.kinds)
        for card, count in cards.items():
            row[self._kind(card, shown_as)] = count
        return row

    def _cards(self, view: View, shown_as: Sequence[int]) -> list[int]:
        memory, me = view.memory, _seat(view)
        hand = Counter(card.code for card in view.hand)
        seen = Counter(card.code for card in memory.discards if card is not None)
        seen[view.status.top.code] += 1
        unseen = self._pack.copy()
        unseen.subtract(hand)
        unseen.subtract(seen)
        row = self._counted(hand, shown_as) + self._counted(unseen, shown_as)
        for place in range(1, self.seats):
            known = memory.known[(me + place * view.status.direction) % self.seats]
            row += self._counted({card.code: count for card, count in known.items()}, shown_as)
        return row

    def _face(self, code: int, shown_as: Sequence[int]) -> list[int]:
        """Return a face or a card: its colour and its rank."""
        row = [0] * (4 + len(self.setting.ranks))
        if code == NONE:
            return row
        if code >= COLOUR_FACE or code < WILD or code >= WILD + RANKS:
            row[shown_as[colour_of(code)]] = 1
        if code < COLOUR_FACE:
            row[4 + code % RANKS + (self.setting.n_suit if code >= WILD else 0)] = 1
        return row

    def _laid(self, code: int, shown_as: Sequence[int]) -> list[int]:
        """Return a face, which has a colour even if it is that of a wild in the first one."""
        row = self._face(code, shown_as)
        if code != NONE:
            row[shown_as[colour_of(code)]] = 1
        return row

    def _table(self, view: View, shown_as: Sequence[int], claim: bool) -> list[int]:
        status = view.status
        face = self._face(status.top.code, shown_as) if status.face is None else self._laid(status.face.code, shown_as)
        drawn = NONE if view.drawn is None or status.phase != DRAWN else view.drawn.code
        under = NONE if status.under is None else status.under.code
        return [
            *face, *self._face(drawn, shown_as), *self._laid(under, shown_as),
            *(int(status.phase == phase) for phase in range(OVER)),
            int(claim), min(status.owed, FULL), min(status.stock, FULL), min(status.discards, FULL), status.batch,
            int(status.calling), int(status.direction == 1), int(status.challengeable), int(view.bluffed is True),
            status.passes,
        ]  # fmt: skip

    def _seat_features(self, view: View, seat: int, shown_as: Sequence[int]) -> list[int]:
        status, sizes = view.status, [0] * (SIZES + 1)
        held = len(view.hand) if seat == view.seat else status.held[seat]
        if held is not None:
            sizes[min(held, SIZES - 1)] = 1
            sizes[SIZES] = min(held, FULL)
        without = [0] * 4
        for colour, since in enumerate(view.memory.without[seat].values()):
            without[shown_as[colour]] = since
        return [*sizes, *self._marks(status, seat, _seat(view)), *without, *self._score(view, seat)]

    def _marks(self, status: Status, seat: int, me: int) -> list[int]:
        sets = (status.called, status.catchable, status.forgot, status.accused, status.ready, status.out)
        seats = (status.turn, status.laid_by, status.dealer, partner(self.rules.core_rules, self.seats, me))
        return [*(int(seat in marked) for marked in sets), *(int(seat == one) for one in seats)]

    def _rounds(self, view: View) -> list[int]:
        """Return how many rounds of the match have been played, in per cent, if their number ends it."""
        if not self.setting.match:
            return []
        end = self.rules.match_end
        return [min(100 * view.rounds // end.n, FULL) if end.kind is MatchEnd.ROUNDS else 0]

    def _score(self, view: View, seat: int) -> list[int]:
        if not self.setting.match:
            return []
        if view.scores is None:
            raise LastCardError("this observer shows scores, but the view is of a round without a match")
        end, scoring = self.rules.match_end, self.rules.round_score
        for_a_round = {RoundScore.NONE: 1, RoundScore.FLAT: scoring.flat}.get(scoring.kind, 100)
        full = for_a_round * end.n if end.kind is MatchEnd.ROUNDS else max(end.n, 1)
        return [max(min(view.scores[seat] * 100 // full, FULL), -FULL)]

    def _events(self, view: View, shown_as: Sequence[int]) -> list[int]:
        me, row = _seat(view), []
        width = self.seats + 4 + len(self.setting.ranks) + EVENT_KINDS
        for event in view.memory.recent[::-1][: self.setting.history]:
            who, did = [0] * self.seats, [0] * EVENT_KINDS
            who[(event.seat - me) * view.status.direction % self.seats] = 1
            if event.did is not Did.LAID:
                did[_DID[event.did]] = 1
            row += [*who, *self._laid(NONE if event.face is None else event.face.code, shown_as), *did]
        return row + [0] * (width * self.setting.history - len(row))


def _seat(view: View) -> int:
    if view.seat is None:
        raise LastCardError("a spectator decides nothing, so there is no observation for one")
    return view.seat


def _shown(face: int, shown_as: Sequence[int]) -> int:
    row, rank = divmod(face, RANKS)
    return shown_as[row] * RANKS + rank if row < 4 else WILD + shown_as[row - 4] * RANKS + rank


def _inverse(order: Sequence[int]) -> list[int]:
    found = [0] * len(order)
    for place, colour in enumerate(order):
        found[colour] = place
    return found
