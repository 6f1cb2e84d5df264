"""Log lines about whole rounds: how a round ended, and what happened so far in a resumed one."""

from ...journal import RecordedMatch
from ...replay import Replay
from ...round import Round
from ...words import Speaker, capital
from ..prompts import notices
from ..summary import round_opening, who_wins


def round_outcome(table: Round, speaker: Speaker) -> list[str]:
    """Return who won a round, and the points."""
    points = [f"{speaker.does(seat, 'gets')} {points}" for seat, points in enumerate(table.points) if points]
    lines = [f"{who_wins(table.winners, speaker)} the round.", f"{', '.join(points)}." if points else ""]
    return [capital(line) for line in lines if line]


def round_so_far(match: RecordedMatch, speaker: Speaker) -> list[str]:
    """Return what the speaker's seat was told so far in the current round, from its record."""
    lines = round_opening(match.match, (), speaker)
    before = None
    for step in Replay(match.record).steps():
        if step.round < len(match.record.rounds):
            continue
        after = step.table.view(speaker.voice).status
        if step.move is not None:
            lines += speaker.sentences(step.events)
        if before is not None:
            lines += notices(match.match.rules, speaker, before, after)
        before = after
    return lines
