"""How a round begins, and the end of a round and of a match, in words: points counted hand by hand, totals, who won."""

from collections.abc import Iterator

from ..core.terms import MatchEnd, RoundScore
from ..events import Event
from ..match import Match
from .words import Speaker, capital, card_names, listed


def round_opening(match: Match, picks: list[Event], speaker: Speaker) -> list[str]:
    """Who deals, by which lots, and what is turned up."""
    dealer = f"{speaker.does(match.dealer, 'deals')} round {match.rounds + 1}."
    return [*speaker.sentences(picks), capital(dealer), *speaker.sentences(match.round.opening_events)]


def round_summary(match: Match, speaker: Speaker) -> list[str]:
    """Who won the round that is over, and how its points come about."""
    table, kind = match.round, match.rules.round_score.kind
    lines = [f"{who_wins(table.winners, speaker)} the round."]
    if kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND):
        lines += _hands(match, speaker)
    verb = "writes" if kind is RoundScore.OWN_HAND else "scores"
    for seat, points in enumerate(table.points):
        if points:
            lines.append(f"{speaker.does(seat, verb)} {_points(points)}.")
    return [capital(line) for line in lines]


def _hands(match: Match, speaker: Speaker) -> Iterator[str]:
    """The hands of those who did not win, laid open to be counted."""
    table, worth = match.round, match.rules.core_rules.points
    state, counted = table.live_state(), 0
    losers = [seat for seat in range(match.seats) if seat not in (*table.winners, *match.eliminated)]
    for seat in losers:
        if not state.out >> seat & 1:
            cards = [card for card, n in enumerate(state.count[seat]) for _ in range(n)]
            total = sum(worth[card] for card in cards)
            counted += total
            yield f"{speaker.who(seat)}: {', '.join(_counted(match, card) for card in cards)}; together {total}."
    out = [seat for seat in losers if state.out >> seat & 1]
    if out and table.winners and match.rules.round_score.kind is RoundScore.WINNER_TAKES:
        yield f"{listed([speaker.who(seat) for seat in out])}, knocked out: {table.points[table.winners[0]] - counted}."


def _counted(match: Match, card: int) -> str:
    """A card and what it counts, unless that is the number it bears."""
    name, worth = card_names(match.rules.deck)[card], match.rules.core_rules.points[card]
    return name if name.endswith(f" {worth}") else f"{name} ({worth})"


def totals(match: Match, speaker: Speaker) -> str:
    """How the match stands."""
    what = "Rounds won" if match.rules.round_score.kind is RoundScore.NONE else "Totals"
    standing = [
        f"{capital(speaker.who(seat))} {score}{' (out)' if seat in match.eliminated else ''}"
        for seat, score in enumerate(match.scores)
    ]
    return f"{what}: {', '.join(standing)}."


def match_summary(match: Match, speaker: Speaker) -> list[str]:
    """Who won the match."""
    result = capital(f"{who_wins(match.winners, speaker)} the match.")
    return [result] if match.rules.match_end.kind is MatchEnd.SINGLE_ROUND else [totals(match, speaker), result]


def who_wins(seats: tuple[int, ...], speaker: Speaker) -> str:
    """The winners, and that they win."""
    if not seats:
        return "nobody wins"
    if len(seats) == 1:
        return speaker.does(seats[0], "wins")
    return f"{listed([speaker.who(seat) for seat in seats])} win"


def _points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"
