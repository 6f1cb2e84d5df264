"""How a bot with a net keeps rounds short: what it does, given what its net thinks every choice is worth.

A net that only learned to win learns to wait: to draw, or to keep a drawn card, although it could play one.  People
would leave, and who only draws could make it wait for ever.
"""

from collections.abc import Sequence

from ..core.cards import card_of
from ..core.terms import DRAW, FIT, HALF, PASS, RANKS, TAKE, VERBS, WILD
from ..env.layout import Setting

WAITS = ("never", "seldom", "freely")

MARGIN = 0.3  # by which a wait must be worth more than every card; to a net, winning is worth 20 more than losing
MOVES = 60  # for each seat; in a round that has had more, nobody waits
HOARD = 3  # cards more than were dealt: who has as many only draws, and will not win soon
BARE = 2  # cards under the top card and in the stock: hardly any
TRIES = 300  # to find out how many cards could follow one
LONG = 12  # cards of a hand for which nobody tries


class Pace:
    """Chooses at tables of one kind.  It reads what the net is shown, and how many moves the round has had."""

    def __init__(self, setting: Setting, waits: str = "seldom") -> None:
        self._waits, self._rules, self._layout = waits, setting.rules.core_rules, setting.layout
        self._faces = {index: number for index, number in enumerate(setting.universal) if number < VERBS}
        self._passive = {index for index, number in enumerate(setting.universal) if number in (DRAW, PASS)}
        self._take = setting.universal.index(TAKE)
        self._others = [setting.layout[f"seat +{place}"] for place in range(1, setting.seats)]
        self._dealt, self._most = setting.rules.hand_size, MOVES * setting.seats
        suits = [colour * RANKS + rank for colour in range(len(setting.colours)) for rank in range(setting.n_suit)]
        self._kinds = [*suits, *(WILD + rank for rank in range(setting.n_wild))]
        self._colours = range(len(setting.colours))

    def best(self, values: Sequence[float], seen: Sequence[int], legal: Sequence[int], moves: int) -> int:
        """Return which of the legal choices to make; `values` has what each is worth."""
        lays = [choice for choice in legal if choice in self._faces]
        if not lays or self._waits == "freely":
            return max(legal, key=values.__getitem__)
        hoarded = self._least(seen) >= self._dealt + HOARD
        if self._waits == "seldom" and hoarded and self._take not in legal:
            return self._fastest(values, seen, legal, lays)
        playing = max((choice for choice in legal if choice not in self._passive), key=values.__getitem__)
        if self._waits == "never" or hoarded or moves >= self._most:
            return playing
        best = max(legal, key=values.__getitem__)
        return best if values[best] > values[playing] + MARGIN else playing

    def _least(self, seen: Sequence[int]) -> int:
        """Return how many cards the shortest of the other hands has; 0 where that is hidden (D40)."""
        cards, out = self._others[0].names.index("cards"), self._others[0].names.index("out")
        return min((seen[part.start + cards] for part in self._others if not seen[part.start + out]), default=0)

    # ------------------------------------------------------------ while all others hoard cards

    def _fastest(self, values: Sequence[float], seen: Sequence[int], legal: Sequence[int], lays: Sequence[int]) -> int:
        """Return the lay that most cards of the hand can follow one by one; a wild only if no other is as good.

        With hardly a card left to draw, who only draws must play and can go round in circles; so wait there until all
        cards can follow: every card that is kept makes the hoard smaller.
        """
        hand = [card for card, count in zip(self._kinds, seen, strict=False) for _ in range(count)]
        follow = {choice: self._followers(self._faces[choice], hand) for choice in lays}
        best = max(lays, key=lambda choice: (follow[choice], self._faces[choice] < WILD, values[choice]))
        kept = [choice for choice in legal if choice in self._passive]
        circling = sum(seen[self._layout[part].start] for part in ("stock", "discards")) <= BARE
        return kept[0] if kept and circling and follow[best] < len(hand) - 1 else best

    def _followers(self, face: int, hand: list[int]) -> int:
        """Return how many cards of a hand can follow one of them; 0 of a long hand."""
        return self._follow(face, _without(hand, card_of(face)), [TRIES]) if len(hand) <= LONG else 0

    def _follow(self, face: int, hand: list[int], tries: list[int]) -> int:
        """Return how many cards of a hand can be laid on a face, one after the other, as far as was tried."""
        most = 0
        for card in dict.fromkeys(hand):
            if tries[0] <= 0 or most == len(hand):
                break
            if not self._rules.allow[FIT][face][card // HALF] >> card % HALF & 1:
                continue
            rest = _without(hand, card)
            for after in self._faces_of(card, rest):
                tries[0] -= 1
                most = max(most, 1 + self._follow(after, rest, tries))
        return most

    def _faces_of(self, card: int, rest: list[int]) -> list[int]:
        """Return the faces that a card can be laid with; a wild with the colours of the other cards."""
        if card < WILD:
            return [card]
        wanted = {other // RANKS for other in rest if other < WILD}
        return [card + colour * RANKS for colour in self._colours if colour in wanted] or [card]


def _without(hand: list[int], card: int) -> list[int]:
    rest = hand[:]
    rest.remove(card)
    return rest
