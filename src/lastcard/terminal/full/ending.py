"""The end of a round or a match: who won, the cards that were left, counted, and the scores as a table."""

from collections.abc import Iterator

from rich.align import Align
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..._util.grammar import capital
from ...core.terms import RoundScore
from ...session.local import LocalSession
from ...session.news import Ended
from ...words.speaker import Speaker
from ..summary import out_before, who_wins
from .colours import GOLD
from .dialogs import Reading
from .faces import Faces
from .pixels import CUP

_GOLD = f"bold {GOLD}"


def ending(session: LocalSession, faces: Faces, *, opens_itself: bool = False) -> Reading:
    """Return a dialog that shows how the last round ended, and with it perhaps the match."""
    parts = _parts(session, session.outcome, faces) if session.outcome else [Text("No round has ended here yet.")]
    return Reading(_title(session), list(parts), opens_itself=opens_itself)


def _title(session: LocalSession) -> str:
    """Return what has ended."""
    if session.outcome is None:
        return "The last round"
    return "The match is over" if session.over else f"Round {session.outcome.number} is over"


def _parts(session: LocalSession, round: Ended, faces: Faces) -> Iterator[RenderableType]:
    """Yield who won, the scores, and where the record is."""
    speaker = Speaker(session.rules.deck, session.names, session.people[0] if session.alone else None)
    if session.over:
        yield from _cup(faces, f"{who_wins(session.match.winners, speaker)} the match!")
        yield Text()
    won = capital(f"{who_wins(round.winners, speaker)} round {round.number}")
    yield Align.center(Text(f"★ {won} ★", _GOLD))
    yield Text()
    yield Align.center(_scores(session, round, faces))
    yield from (Text(capital(line)) for line in out_before(session.rules, round, speaker))
    if session.failure or session.record:
        yield Text()
        note = str(session.failure) if session.failure else f"The record of the match is in {session.record}."
        yield Text(note, "dim")


def _cup(faces: Faces, won: str) -> Iterator[RenderableType]:
    """Yield the cup, with confetti in the colours of the deck, and who won the match."""
    marks = [faces.mark(row) for row in range(len(faces.deck.colours))]
    for number, line in enumerate(CUP):
        text = Text()
        for side in (0, 1):
            for place in range(3):
                text.append_text(marks[(number + place + side) % len(marks)]).append("   " if place < 2 else " ")
            text.append(f"  {line}  " if not side else "", _GOLD)
        yield Align.center(text)
    yield Align.center(Text(capital(won), f"{_GOLD} reverse"))


def _scores(session: LocalSession, round: Ended, faces: Faces) -> Table:
    """Return a row for each player: the cards left, their points, the points of the round, and the total."""
    kind = session.rules.round_score.kind
    counts, by_rounds = kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND), kind is RoundScore.NONE
    scores = session.standing.scores
    table = Table(box=None, padding=(0, 1), header_style="bold", pad_edge=False)
    table.add_column("")
    table.add_column("cards left")
    if counts:
        table.add_column("worth", justify="right")
    if not by_rounds:
        table.add_column("points", justify="right")
    table.add_column("rounds won" if by_rounds else "total", justify="right", style="bold")
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        winner = seat in round.winners
        name = "You" if seat == session.present else session.names[seat]
        row: list[RenderableType] = [Text(f"{'★' if winner else ' '} {name}", "bold" if winner else "")]
        cards = round.hands.get(seat, ())
        none = Text("none" if winner else "-")
        row.append(Text(" ").join(faces.chip(card.code) for card in cards) if cards else none)
        if counts:
            row.append(str(sum(card.points for card in cards)) if cards else "")
        if not by_rounds:
            points = round.points[seat]
            row.append(f"+{points}" if points > 0 else str(points) if points else "")
        row.append(str(scores[seat]))
        table.add_row(*row)
    return table
