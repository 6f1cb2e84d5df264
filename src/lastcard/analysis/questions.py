"""What an analysis asks of every step of a finished match, in the form in which playouts take it.

Questions need a replay and views, so they are made here.  The playouts that answer them run here or in a browser.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..archive.record import Record
from ..archive.replay import Replay, Step
from ..bots.base import own_seat
from ..bots.search import candidates
from ..core.cards import take
from ..core.layout import State
from ..core.terms import CALLING, DRAWN, NONE, VERBS
from ..errors import LastCardError
from ..game.events import Drew, DrewPenalty, Event
from ..game.round import Round
from ..game.values import Action, ActionKind, Move, values_of
from ..game.view import View
from ..sim.knowledge import knowledge_of_table, view_knowledge
from ..sim.plan import CANDIDATES, PLAY_ON, Clue, Unknown

RUNNING = "the match is still running; only finished matches are analysed"


@dataclass(frozen=True)
class Question:
    """A table on which some cards are unknown, and what is tried there: each candidate is played out many times."""

    state: State
    unknown: Unknown
    candidates: tuple[int, ...] = (PLAY_ON,)
    seat: int = 0
    clues: tuple[Clue, ...] = ()


@dataclass(frozen=True)
class Standing:
    """How the match stood before a round."""

    scores: tuple[int, ...]
    rounds: int
    eliminated: tuple[int, ...]
    dealer: int


@dataclass(frozen=True)
class Decision:
    """A choice that a seat had, by what it knew: the actions that were tried, and the one it took."""

    view: View
    question: Question
    actions: tuple[Action | None, ...]  # None: to claim nothing
    played: int

    @property
    def seat(self) -> int:
        """The seat that chose."""
        return self.question.seat


@dataclass(frozen=True)
class Moment:
    """One step of a match: the deal of a round or a move, and what can be asked of the table after it."""

    round: int  # from 1
    standing: Standing
    move: Move | None  # None: the deal
    open: Question  # all hands known, the order of the stock not
    veiled: Question | None  # the same, as if nobody had seen the cards just drawn
    drawers: frozenset[int]
    winners: tuple[int, ...] | None  # once the round is over
    decision: Decision | None
    position: str


def moments(record: Record) -> Iterator[Moment]:
    """Yield every step of a finished match; raise LastCardError for one that is still running."""
    if not record.rounds or any(one.points is None for one in record.rounds):
        raise LastCardError(RUNNING)
    views: dict[int, View] = {}
    played_before = record.start.rounds if record.start else 0
    for step in Replay(record).steps():
        one = record.rounds[step.round - 1]
        standing = Standing(step.scores, played_before + step.round - 1, tuple(one.away), one.dealer)
        view = None if step.move is None else views.get(step.move.seat)
        decision = None if view is None or step.move is None else decision_of(view, step.move.action)
        yield _moment(step, standing, decision)
        views = {} if step.table.over else {seat: step.table.view(seat) for seat in _choosers(step.table)}


def _moment(step: Step, standing: Standing, decision: Decision | None) -> Moment:
    table = step.table
    drawn = [] if step.move is None or table.over else list(_drawn(step.events))
    return Moment(
        round=step.round,
        standing=standing,
        move=step.move,
        open=open_question(table),
        veiled=_veiled(table, drawn) if drawn else None,
        drawers=frozenset(seat for seat, _ in drawn),
        winners=table.winners if table.over else None,
        decision=decision,
        position=str(table),
    )


def open_question(table: Round) -> Question:
    """Return what a table is worth to every seat if all hands are known."""
    return Question(*knowledge_of_table(table.live_state()))


def _drawn(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """Yield the cards that hands got from the stock, with the seats."""
    for event in events:
        if isinstance(event, (Drew, DrewPenalty)) and event.card is not None:
            yield event.seat, event.card.code


def _veiled(table: Round, drawn: Sequence[tuple[int, int]]) -> Question | None:
    """Return the question of a table as if these cards of hands were unknown; None if they are there no more."""
    state, unknown = knowledge_of_table(table.live_state())
    for seat, card in drawn:
        if state.count[seat][card] == 0:
            return None
        take(state, seat, card)
        unknown.missing[seat] += 1
        unknown.pool[unknown.n_pool] = card
        unknown.n_pool += 1
    unknown.pool[: unknown.n_pool] = sorted(unknown.pool[: unknown.n_pool])
    if state.phase == DRAWN and unknown.missing[state.turn] > 0:
        state.drawn, unknown.drawn = NONE, 1
    return Question(state, unknown)


# ---------------------------------------------------------------- decisions


def _choosers(table: Round) -> Iterator[int]:
    """Yield the seats whose next action may be judged: those the table waits for, and those that may jump in."""
    yield from dict.fromkeys((*table.awaited, *table.status.claims.jump_in))


def decision_of(view: View, action: Action) -> Decision | None:
    """Return the choice that an action was, or None if there was none, or sizes of hands are hidden (D40)."""
    if action.kind is ActionKind.LEAVE or None in view.status.held:
        return None
    codes = _candidates(view)
    code = action.codes[0]
    if code not in codes and code ^ CALLING in codes:
        codes = [*codes, code]  # a call that was forgotten, or made for a whole batch, is tried as it was
    if len(codes) < 2 or code not in codes[:CANDIDATES]:
        return None
    codes = codes[:CANDIDATES]
    state, unknown, clues = view_knowledge(view)
    question = Question(state, unknown, tuple(codes), own_seat(view), tuple(clues))
    actions = tuple(None if code == NONE else values_of(view.rules).single(code) for code in codes)
    return Decision(view, question, actions, codes.index(code))


def _candidates(view: View) -> list[int]:
    """Return what a seat could do: of those the table does not wait for, to play a card or to let it be."""
    if view.seat in view.status.awaited:
        return candidates(view)
    lays = [code for code in candidates(view) if code & ~CALLING < VERBS]
    return [NONE, *lays] if lays else []
