"""A record, move by move: the table after each, and the round so far in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .._util.grammar import capital
from ..archive.record import Record
from ..archive.replay import Replay
from ..game.events import Event, Laid, Turned, told_to
from ..game.round import Round
from ..game.status import Status
from ..rules import Card
from ..words.speaker import Speaker
from .copies import Telling, moves, owner
from .results import shown_name
from .summary import round_outcome, who_wins


@dataclass(frozen=True)
class Still:
    """The table after one act, and the log of the round so far."""

    round: int
    told: str
    lines: tuple[str, ...]
    status: Status | None  # None where cards are left out of the record
    hands: tuple[tuple[Card, ...], ...]  # empty while the round is played, when hands are hidden
    scores: tuple[int, ...]
    played: tuple[Card, ...] = ()  # the last cards on the discards, without the top card
    events: tuple[Event, ...] = ()


def stills(record: Record, seat: int | None = None) -> list[Still]:
    """Return the table after every act of a record; told as to a seat, or as to somebody who knows all cards."""
    if record.redacted:
        return list(_told_alone(record))
    return list(_acted_out(Replay(record), seat))


def _told_alone(record: Record) -> Iterator[Still]:
    """Return the moves of a copy with hidden cards, which cannot be replayed, in sentences."""
    for number, one in enumerate(record.rounds, 1):
        telling = Telling(record, Speaker(record.rules.deck, seat_names(record), owner(record, one)))
        lines: list[str] = []
        for move in moves(one):
            told = telling.sentences(move)
            lines += told
            yield Still(number, " ".join(told) or move[0], tuple(lines), None, (), ())


def _acted_out(replay: Replay, seat: int | None) -> Iterator[Still]:
    record = replay.record
    speaker = Speaker(record.rules.deck, seat_names(record), seat)

    def seen(events: tuple[Event, ...]) -> tuple[Event, ...]:
        return events if seat is None else told_to(events, seat)

    number, lines, laid, last = 0, [], [], None
    for step in replay.steps():
        if last is not None:
            yield last
        last = None
        if step.round != number:
            number, lines = step.round, speaker.sentences(seen(step.table.opening_events))
            laid = [event.card for event in step.table.opening_events if isinstance(event, Turned)]
        if step.move is None:
            continue
        told = speaker.sentences(seen(step.events))
        lines += told
        if step.table.over:
            lines += round_outcome(step.table.winners, step.table.points, speaker)
        over = record.rounds[number - 1].points is not None
        hands = _hands(step.table) if over else ()
        status = step.table.view().status
        laid += [event.card for event in step.events if isinstance(event, Laid)]
        last = Still(
            round=number,
            told=" ".join(told) or str(step.move),
            lines=tuple(lines),
            status=status,
            hands=hands,
            scores=step.scores,
            played=tuple(laid[-3:-1]),
            events=step.events,
        )
    if last is not None:  # only now does the replay know how the match ended
        told_all = (*last.lines, *_match_outcome(replay, speaker))
        yield replace(last, lines=told_all, scores=replay.sheet.scores)


def _match_outcome(replay: Replay, speaker: Speaker) -> list[str]:
    """Return who won the match, and the scores."""
    scores = enumerate(replay.sheet.scores)
    standing = ", ".join(f"{capital(speaker.who(seat))} {score}" for seat, score in scores)
    won = f"{capital(who_wins(replay.winners, speaker))} the match." if replay.over else "The match is not over."
    return [won, f"Totals: {standing}."]


def _hands(table: Round) -> tuple[tuple[Card, ...], ...]:
    return tuple(table.view(seat).hand for seat in range(table.seats))


def seat_names(record: Record) -> tuple[str, ...]:
    """Return what the seats are called, as it may be shown."""
    names = tuple(map(shown_name, record.names))
    return names if len(names) == record.seats else tuple(f"Seat {seat}" for seat in range(record.seats))
