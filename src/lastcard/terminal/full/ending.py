"""The end of a round or a match: who won, the cards that were left, counted, and the scores as a table."""

from collections.abc import Iterator

from rich.align import Align
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..._util.grammar import capital
from ...core.terms import RoundScore
from ..summary import who_wins
from .colours import GOLD
from .course import Course
from .dialogs import Announced
from .faces import Faces
from .pixels import CUP

_GOLD = f"bold {GOLD}"


class Ending(Announced):
    """Shows how a round ended, and with it perhaps the match."""

    def __init__(self, course: Course, faces: Faces) -> None:
        super().__init__(ending_title(course), list(ending(course, faces)))


def ending_title(course: Course) -> str:
    """Return what has ended."""
    outcome = course.outcome
    if not outcome.number:
        return "The last round"
    return "The match is over" if outcome.champions is not None else f"Round {outcome.number} is over"


def ending(course: Course, faces: Faces) -> Iterator[RenderableType]:
    """Yield who won, the scores, and where the record is."""
    outcome = course.outcome
    if not outcome.number:
        yield Text("No round has ended here yet.")
        return
    if outcome.champions is not None:
        yield from _cup(course, faces)
        yield Text()
    won = capital(f"{who_wins(tuple(outcome.winners), course.speaker)} round {outcome.number}")
    yield Align.center(Text(f"★ {won} ★", _GOLD))
    yield Text()
    yield Align.center(_scores(course, faces))
    yield from (Text(line) for line in _others(course))
    if outcome.note:
        yield Text()
        yield Text(outcome.note, "dim")


def _cup(course: Course, faces: Faces) -> Iterator[RenderableType]:
    """Yield the cup, with confetti in the colours of the deck, and who won the match."""
    marks = [faces.mark(row) for row in range(len(faces.deck.colours))]
    for number, line in enumerate(CUP):
        text = Text()
        for side in (0, 1):
            for place in range(3):
                text.append_text(marks[(number + place + side) % len(marks)]).append("   " if place < 2 else " ")
            text.append(f"  {line}  " if not side else "", _GOLD)
        yield Align.center(text)
    champions = course.outcome.champions or ()
    yield Align.center(Text(f"{capital(who_wins(tuple(champions), course.speaker))} the match!", f"{_GOLD} reverse"))


def _others(course: Course) -> Iterator[str]:
    """Yield what the table of scores does not say: who was out of the round."""
    yield from (line for line in course.outcome.lines if "out of the round:" in line or "knocked out:" in line)


def _scores(course: Course, faces: Faces) -> Table:
    """Return a row for each player: the cards left, their points, the points of the round, and the total."""
    outcome, names = course.outcome, course.sitting.names
    counts = course.rules.round_score.kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND)
    by_rounds = course.rules.round_score.kind is RoundScore.NONE
    table = Table(box=None, padding=(0, 1), header_style="bold", pad_edge=False)
    table.add_column("")
    table.add_column("cards left")
    if counts:
        table.add_column("worth", justify="right")
    if not by_rounds:
        table.add_column("points", justify="right")
    table.add_column("rounds won" if by_rounds else "total", justify="right", style="bold")
    for seat in sorted(range(len(names)), key=lambda seat: -outcome.scores[seat]):
        winner = seat in outcome.winners
        name = "You" if seat == course.seat else names[seat]
        row: list[RenderableType] = [Text(f"{'★' if winner else ' '} {name}", "bold" if winner else "")]
        cards = outcome.hands.get(seat, ())
        none = Text("none" if winner else "-")
        row.append(Text(" ").join(faces.chip(card.code) for card in cards) if cards else none)
        if counts:
            row.append(str(sum(card.points for card in cards)) if cards else "")
        if not by_rounds:
            points = outcome.points[seat]
            row.append(f"+{points}" if points > 0 else str(points) if points else "")
        row.append(str(outcome.scores[seat]))
        table.add_row(*row)
    return table
