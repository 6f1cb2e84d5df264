"""Bots think beside the screen, so that it never stands still."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread

Job = tuple["Future[list[int]]", Callable[[], list[int]]]


class Thinking:
    """Questions to bots, answered one after the other: a bot is not asked twice at a time.

    The thread is a daemon, unlike those of an executor: whoever quits does not wait until a bot has made up its mind.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._thread: Thread | None = None

    def about(self, question: Callable[[], list[int]]) -> "Future[list[int]]":
        """The answer to a question, some day."""
        answer: Future[list[int]] = Future()
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
            except Exception as error:  # it is raised where the answer is asked for
                answer.set_exception(error)
