"""Engines that answer the line protocol: the interface, and an engine in another program.

The program is not trusted.  Its answers are limited in length and time, it must not send anything unasked, and it is
stopped together with every process it started.
"""

import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from .._util.bounds import quoted
from .._util.files import reason_of
from ..errors import LastCardError
from .protocol import ANSWER_LENGTH, VERSION

PATIENCE = 20.0  # seconds an engine may take to answer a line
_GRACE = 2.0  # seconds to wait for the exit status and for our threads


class EngineError(LastCardError):
    """An engine cannot be started, does not answer, sends too much or ends too soon."""


class Engine(Protocol):
    """Anything that answers each line of the protocol with one line."""

    def ask(self, line: str) -> str:
        """Return the answer to one line."""
        ...


class Program:
    """An engine in another process, connected by its standard input and output."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self.command = command
        self.patience = patience
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(f"engine {command!r} cannot be started: {reason_of(error)}") from error
        self._questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()  # b"" ends it
        self._answers: queue.Queue[bytes | EngineError] = queue.Queue(maxsize=8)  # b"" is the end of the output
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._listen)]
        for thread in self._threads:
            thread.start()

    def ask(self, line: str) -> str:
        """Send a line and return the answer without surrounding blanks."""
        with suppress(queue.Empty):
            unasked = self._read(self._answers.get_nowait(), line)
            raise self._error(f"sent {quoted(unasked)} although nothing was asked")
        self._questions.put(line.encode() + b"\n")
        try:
            answer = self._answers.get(timeout=self.patience)
        except queue.Empty:
            raise self._error(f"did not answer {quoted(line)} within {self.patience:g} seconds") from None
        return self._read(answer, line)

    def close(self) -> None:
        """Stop the program and every process it started."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self._questions.put(b"")
        for thread in self._threads:
            thread.join(_GRACE)

    def _error(self, what: str) -> EngineError:
        return EngineError(f"engine {self.command!r} {what}")

    def _read(self, answer: bytes | EngineError, line: str) -> str:
        if isinstance(answer, EngineError):
            raise answer
        if not answer:
            raise self._error(f"ended{self._status()} before it answered {quoted(line)}")
        return answer.decode("utf-8", errors="replace").strip()

    def _status(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f" with status {self.process.wait(_GRACE)}"
        return " its output"

    # Each pipe has its own thread, so that a program that neither reads nor writes does not block us.

    def _write(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError), self.process.stdin as pipe:
            while line := self._questions.get():
                pipe.write(line)
                pipe.flush()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            answer: bytes | EngineError = b"?"
            while isinstance(answer, bytes) and answer:
                answer = pipe.readline(ANSWER_LENGTH + 1)
                if len(answer) > ANSWER_LENGTH:
                    answer = self._error(f"sent a line of more than {ANSWER_LENGTH:,} bytes")
                try:
                    self._answers.put_nowait(answer)
                except queue.Full:  # the next question reports the first of them
                    return


@contextmanager
def program(command: str, patience: float = PATIENCE) -> Iterator[Program]:
    """Run an engine in another process during the block; raise EngineError if its protocol version differs."""
    if not command.strip():
        raise EngineError("give the command of an engine; it is empty")
    engine = Program(command, patience)
    try:
        answer = engine.ask("version")
        if answer != str(VERSION):
            raise EngineError(
                f"engine {command!r} must speak version {VERSION} of the line protocol, "
                f"but answers 'version' with {quoted(answer)}"
            )
        yield engine
    finally:
        engine.close()
