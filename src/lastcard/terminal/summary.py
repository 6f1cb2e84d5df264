"""The start of a round, and the end of a round or match, in words: points hand by hand, totals, winners."""

from collections.abc import Iterable, Iterator

from .._util.grammar import capital, counted, listed
from ..core.terms import MatchEnd, RoundScore
from ..game.events import Event, Revealed
from ..game.match import Match
from ..game.round import Round
from ..rules import Card
from ..words.speaker import Speaker


def round_opening(match: Match, picks: Iterable[Event], speaker: Speaker) -> list[str]:
    """Return who deals, how that was decided, and the opening card."""
    dealer = f"{speaker.does(match.dealer, 'deals')} round {match.rounds + 1}."
    return [*speaker.sentences(picks), capital(dealer), *speaker.sentences(match.round.opening_events)]


def round_summary(match: Match, speaker: Speaker) -> list[str]:
    """Return who won the finished round, and how its points were counted."""
    table, kind = match.round, match.rules.round_score.kind
    lines = [f"{who_wins(table.winners, speaker)} the round."]
    if kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND):
        lines += _hands(match, speaker)
    for seat, points in enumerate(table.points):
        if points:
            lines.append(f"{speaker.does(seat, 'scores')} {counted(points, 'point')}.")
    return [capital(line) for line in lines]


def round_outcome(table: Round, speaker: Speaker) -> list[str]:
    """Return who won a round, and the points."""
    points = [f"{speaker.does(seat, 'gets')} {points}" for seat, points in enumerate(table.points) if points]
    lines = [f"{who_wins(table.winners, speaker)} the round.", f"{', '.join(points)}." if points else ""]
    return [capital(line) for line in lines if line]


def _hands(match: Match, speaker: Speaker) -> Iterator[str]:
    """Return the hands of those who did not win, with their points."""
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
        how = "out of the round" if table.leavers else "knocked out"
        yield f"{listed([speaker.who(seat) for seat in out])}, {how}: {rest}."


def _worth(speaker: Speaker, card: Card) -> str:
    """Return a card and its points, unless they are the number on it."""
    name = speaker.card(card)
    return name if name.endswith(f" {card.points}") else f"{name} ({card.points})"


def totals(match: Match, speaker: Speaker) -> str:
    """Return the scores of the match."""
    what = "Rounds won" if match.rules.round_score.kind is RoundScore.NONE else "Totals"
    standing = [
        f"{capital(speaker.who(seat))} {score}{' (out)' if seat in match.eliminated else ''}"
        for seat, score in enumerate(match.scores)
    ]
    return f"{what}: {', '.join(standing)}."


def match_summary(match: Match, speaker: Speaker) -> list[str]:
    """Return who won the match."""
    result = capital(f"{who_wins(match.winners, speaker)} the match.")
    return [result] if match.rules.match_end.kind is MatchEnd.SINGLE_ROUND else [totals(match, speaker), result]


def who_wins(seats: tuple[int, ...], speaker: Speaker) -> str:
    """Return the winners with the verb."""
    if not seats:
        return "nobody wins"
    if len(seats) == 1:
        return speaker.does(seats[0], "wins")
    return f"{listed([speaker.who(seat) for seat in seats])} win"
