"""Whole rounds: how a round ended, and what happened so far in a resumed one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...archive.recorded import RecordedMatch
from ...archive.replay import Replay
from ...rules import Card
from ...words.speaker import Speaker
from ..prompts import notices
from ..summary import round_opening


@dataclass
class Outcome:
    """How a round ended, and with it perhaps the match; before the first, nothing has ended."""

    number: int = 0
    winners: Sequence[int] = ()
    hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)  # what everyone was left with
    points: Sequence[int] = ()
    scores: Sequence[int] = ()  # of the match, with this round
    champions: Sequence[int] | None = None  # who won the match; None if it is not over
    lines: list[str] = field(default_factory=list)  # the round in words
    closing: list[str] = field(default_factory=list)  # the match in words
    note: str = ""  # where the record is, or what went wrong


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
