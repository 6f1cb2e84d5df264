"""The start of a round, and the end of a round or match, in words: points hand by hand, totals, winners."""

from collections.abc import Iterator, Sequence

from .._util.grammar import capital, counted, listed
from ..core.terms import MatchEnd, RoundScore
from ..rules import Card, Ruleset
from ..session.news import Ended, MatchOver, Opened, Standing
from ..words.speaker import Speaker


def round_opening(round: Opened, speaker: Speaker) -> list[str]:
    """Return who deals, how that was decided, and the opening card."""
    dealer = f"{speaker.does(round.dealer, 'deals')} round {round.number}."
    return [*speaker.sentences(round.picks), capital(dealer), *speaker.sentences(round.events)]


def round_summary(rules: Ruleset, round: Ended, speaker: Speaker) -> list[str]:
    """Return who won a round, and how its points were counted."""
    lines = [f"{who_wins(round.winners, speaker)} the round."]
    if rules.round_score.kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND):
        lines += _hands(rules, round, speaker)
    for seat, points in enumerate(round.points):
        if points:
            lines.append(f"{speaker.does(seat, 'scores')} {counted(points, 'point')}.")
    return [capital(line) for line in lines]


def round_outcome(winners: Sequence[int], points: Sequence[int], speaker: Speaker) -> list[str]:
    """Return who won a round, and the points."""
    gets = [f"{speaker.does(seat, 'gets')} {points}" for seat, points in enumerate(points) if points]
    lines = [f"{who_wins(winners, speaker)} the round.", f"{', '.join(gets)}." if gets else ""]
    return [capital(line) for line in lines if line]


def _hands(rules: Ruleset, round: Ended, speaker: Speaker) -> Iterator[str]:
    """Return the hands of those who did not win, with their points."""
    for seat, hand in round.hands.items():
        if seat not in round.winners:
            cards = ", ".join(_worth(speaker, card) for card in hand)
            yield f"{speaker.who(seat)}: {cards}; total {_total(hand)}."
    yield from out_before(rules, round, speaker)


def out_before(rules: Ruleset, round: Ended, speaker: Speaker) -> Iterator[str]:
    """Return who was out before the round ended, and what their hands were worth to the winner."""
    if round.out and round.winners and rules.round_score.kind is RoundScore.WINNER_TAKES:
        shown = sum(_total(hand) for seat, hand in round.hands.items() if seat not in round.winners)
        how = "out of the round" if round.left else "knocked out"
        rest = round.points[round.winners[0]] - shown
        yield f"{listed([speaker.who(seat) for seat in round.out])}, {how}: {rest}."


def _total(hand: Sequence[Card]) -> int:
    return sum(card.points for card in hand)


def _worth(speaker: Speaker, card: Card) -> str:
    """Return a card and its points, unless they are the number on it."""
    name = speaker.card(card)
    return name if name.endswith(f" {card.points}") else f"{name} ({card.points})"


def totals(rules: Ruleset, standing: Standing, speaker: Speaker) -> str:
    """Return the scores of the match."""
    what = "Rounds won" if rules.round_score.kind is RoundScore.NONE else "Totals"
    listing = [
        f"{capital(speaker.who(seat))} {score}{' (out)' if seat in standing.eliminated else ''}"
        for seat, score in enumerate(standing.scores)
    ]
    return f"{what}: {', '.join(listing)}."


def match_summary(rules: Ruleset, match: MatchOver, speaker: Speaker) -> list[str]:
    """Return who won the match."""
    result = capital(f"{who_wins(match.winners, speaker)} the match.")
    single = rules.match_end.kind is MatchEnd.SINGLE_ROUND
    return [result] if single else [totals(rules, match.standing, speaker), result]


def who_wins(seats: Sequence[int], speaker: Speaker) -> str:
    """Return the winners with the verb."""
    if not seats:
        return "nobody wins"
    if len(seats) == 1:
        return speaker.does(seats[0], "wins")
    return f"{listed([speaker.who(seat) for seat in seats])} win"
