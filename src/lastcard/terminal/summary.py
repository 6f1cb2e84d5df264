"""The end of a round and of a match in words: points counted hand by hand, totals, who won."""

from collections.abc import Iterator

from ..core.terms import NONE, RoundScore
from ..journal import RecordedMatch
from ..match import Match
from ..round import Round
from .words import Speaker, card_names, listed

_HANDS_COUNT = (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND)


def round_summary(table: Round, speaker: Speaker) -> list[str]:
    """Who won a round, and how its points come about."""
    lines = [f"{_winners(table.winners, speaker)} the round."]
    if table.rules.round_score.kind in _HANDS_COUNT:
        lines += _hands(table, speaker)
    lines += [
        f"{speaker.does(seat, 'scores')} {points(table.points[seat])}." for seat in range(table.seats) if table.points[seat]
    ]
    return [f"{line[0].upper()}{line[1:]}" for line in lines]


def _winners(seats: tuple[int, ...], speaker: Speaker) -> str:
    if len(seats) == 1:
        return speaker.does(seats[0], "wins")
    return f"{listed([speaker.who(seat) for seat in seats])} win"


def points(n: int) -> str:
    """So many points."""
    return "1 point" if n == 1 else f"{n} points"


def _hands(table: Round, speaker: Speaker) -> Iterator[str]:
    """The hands of those who did not win, which are laid open to be counted."""
    state, worth, names = table.live_state(), table.rules.compiled.points, card_names(table.rules.deck)
    for seat in range(table.seats):
        if seat in table.winners or state.out >> seat & 1:
            continue
        cards = [card for card, n in enumerate(state.count[seat]) for _ in range(n)]
        counted = ", ".join(f"{names[card]} {worth[card]}" for card in cards)
        yield f"  {speaker.names[seat]}: {counted}: {points(sum(worth[card] for card in cards))}"


def totals(match: Match, speaker: Speaker) -> str:
    """How the match stands."""
    what = "Rounds won" if match.rules.round_score.kind is RoundScore.NONE else "Totals"
    scores = [
        f"{speaker.names[seat]} {score}{' (out)' if seat in match.left else ''}" for seat, score in enumerate(match.scores)
    ]
    return f"{what}: {', '.join(scores)}."
