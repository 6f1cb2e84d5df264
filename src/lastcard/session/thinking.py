"""Bots are asked what they do: in a thread, so that the screen stays responsive, or when their answer is read."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass
from functools import cached_property
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from ..bots import Bot, Claim, claims_by_views, decided
from ..core.terms import CALLS
from ..game.round import Round
from ..game.values import Action

Answer = TypeVar("Answer")

AT_ONCE = 0.25  # seconds that the screen may freeze


class Thinking:
    """Asks bots one question after another: no bot is asked twice at the same time.

    The thread is a daemon, unlike those of an executor: quitting does not wait for a bot.  With `patient` there is no
    thread: a question is put when its answer is read.
    """

    def __init__(self, *, patient: bool = False) -> None:
        self._patient = patient
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._thread: Thread | None = None

    def about(self, question: Callable[[], Answer]) -> "Future[Answer]":
        """Ask a question and return its answer as a future."""
        if self._patient:
            return _Later(question)
        answer: Future[Answer] = Future()
        self._jobs.put((answer, question))
        if self._thread is None:
            self._thread = Thread(target=self._answer, name="bots", daemon=True)
            self._thread.start()
        return answer

    def _answer(self) -> None:
        while True:
            answer, question = self._jobs.get()
            try:
                answer.set_result(question())
            except Exception as error:  # raised again where the answer is read
                answer.set_exception(error)


class _Later(Future[Answer]):
    """An answer that is found when it is read, so it is always ready."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        super().__init__()
        self._question = question

    def done(self) -> bool:
        return True

    def result(self, timeout: float | None = None) -> Answer:
        if not super().done():
            self.set_result(self._question())
        return super().result(timeout)


@dataclass(frozen=True)
class Pending:
    """What a bot is about to do: a claim, or its turn; neither while bots think about claims."""

    seat: int
    claim: Claim | None = None
    decision: "Future[Action] | None" = None

    @property
    def hurried(self) -> bool:
        """Whether it is a call, which comes before any accusation (A5-5)."""
        return self.claim is not None and self.claim.kind == CALLS

    @property
    def thinking(self) -> bool:
        """Whether the bot is not ready yet."""
        return self.claim is None and (self.decision is None or not self.decision.done())

    def is_ready(self) -> bool:
        """Return whether the bot has decided, or does so at once."""
        if self.decision is not None:
            wait([self.decision], AT_ONCE)
        return not self.thinking

    def action(self) -> Action:
        """Return what the bot does; it must be ready."""
        if self.claim is not None:
            return self.claim.action
        assert self.decision is not None
        return self.decision.result()


class Asked:
    """The bots, asked what they do in one state of the table, each only once, because bots use random numbers.

    They get views that never change, even if the table goes on meanwhile.  If the bots are known to be quick, their
    claims are waited for.  Otherwise nothing is: how long the screen stands still would depend on their cards.
    """

    def __init__(self, thinking: Thinking, table: Round, bots: Mapping[int, Bot], *, quick: bool) -> None:
        self._thinking = thinking
        self._bots = bots
        self._views = views = {seat: table.view(seat) for seat in bots}
        self._awaited = next((seat for seat in table.awaited if seat in bots), None)
        self._claims = thinking.about(lambda: claims_by_views(bots, views))
        if quick and not self._claims.done():
            wait([self._claims], AT_ONCE)

    @property
    def pending(self) -> Pending | None:
        """What a bot is about to do; None if the person is asked and no bot has claimed anything so far."""
        if self._claims.done():
            return self._next
        return None if self._awaited is None else Pending(self._awaited)

    @cached_property
    def _next(self) -> Pending | None:
        for claim in self._claims.result():
            return Pending(claim.seat, claim=claim)
        if self._awaited is None:
            return None
        bot, view = self._bots[self._awaited], self._views[self._awaited]
        return Pending(self._awaited, decision=self._thinking.about(lambda: decided(bot, view)))
