"""How a round begins, and the end of a round and of a match, in words: points counted hand by hand, totals, who won."""

from collections.abc import Iterable, Iterator

from ..core.terms import MatchEnd, RoundScore
from ..events import Event, Revealed
from ..match import Match
from ..rules import Card
from ..words import Speaker, capital, counted, listed


def round_opening(match: Match, picks: Iterable[Event], speaker: Speaker) -> list[str]:
    """Who deals, by which lots, and what is turned up."""
    dealer = f"{speaker.does(match.dealer, 'deals')} round {match.rounds + 1}."
    return [*speaker.sentences(picks), capital(dealer), *speaker.sentences(match.round.opening_events)]


def round_summary(match: Match, speaker: Speaker) -> list[str]:
    """Who won the round that is over, and how its points come about."""
    table, kind = match.round, match.rules.round_score.kind
    lines = [f"{who_wins(table.winners, speaker)} the round."]
    if kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND):
        lines += _hands(match, speaker)
    for seat, points in enumerate(table.points):
        if points:
            lines.append(f"{speaker.does(seat, 'scores')} {counted(points, 'point')}.")
    return [capital(line) for line in lines]


def _hands(match: Match, speaker: Speaker) -> Iterator[str]:
    """The hands of those who did not win, laid open to be counted."""
    table, sum_of_all = match.round, 0
    for event in table.events:
        if isinstance(event, Revealed) and event.seat not in table.winners:
            total = sum(card.points for card in event.cards)
            sum_of_all += total
            cards = ", ".join(_worth(speaker, card) for card in event.cards)
            yield f"{speaker.who(event.seat)}: {cards}; total {total}."
    out = [seat for seat in table.status.out if seat not in (*table.winners, *table.eliminated)]
    if out and table.winners and match.rules.round_score.kind is RoundScore.WINNER_TAKES:
        rest = table.points[table.winners[0]] - sum_of_all
        how = "out of the round" if table.left else "knocked out"
        yield f"{listed([speaker.who(seat) for seat in out])}, {how}: {rest}."


def _worth(speaker: Speaker, card: Card) -> str:
    """A card and what it counts, unless that is the number on it."""
    name = speaker.card(card)
    return name if name.endswith(f" {card.points}") else f"{name} ({card.points})"


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
