"""Damaged texts for any function that reads text from outside.

A gate reads a text and returns anything or raises a LastCardError, in bounded time and memory; nothing else may
happen.  `Gate(read, seeds)` is tried with valid texts (`seeds`) after damage: characters flipped, parts repeated,
numbers made huge, two texts spliced.  A fault is reported with the text that causes it.
"""

import contextlib
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import FrameType

from lastcard.errors import LastCardError

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

SECONDS = 5.0  # limit for one text on a busy machine; most take a millisecond
MEMORY = 1 << 30  # limit in bytes beyond what the process already uses; most texts need none

ODD = [
    "", " ", "\t", "\n", "\r\n", "\x00", "\x1b[2J", "\x7f", "\u2028", "\u0085", "\ufeff", "\u202e", "\U0001f0cf",
    "\udc80", "\udcff", "\u0660", "\u0663", "\uff17", "\u00b2", "\u2167", "-", "--", "?", "*", "|", "/", ":", ">", "<",
    "@", "&", "!", "#", "$", "%", "^", "+", "=", "~", ".", ",", "'", '"', '"""', "[", "]", "[[", "{", "}", "\\",
]  # fmt: skip
NUMBERS = [
    "0", "00", "-1", "-0", "1", "9", "10", "127", "128", "168", "169", "255", "256", "999", "32766", "32767", "32768",
    "40000", "65536", "2147483647", "2147483648", "9223372036854775808", "9999999999", "1e9", "0x" + "f" * 4000,
    "9" * 4299, "9" * 5000, "nan", "inf", "1_000", "\u0661\u0662",
]  # fmt: skip
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Gate:
    """A function that reads text, and valid texts for it."""

    read: Callable[[str], object]
    seeds: Sequence[str]


class TookTooLong(Exception):
    """Reading a text took too long."""


@contextlib.contextmanager
def bounded(seconds: float, memory: int = MEMORY) -> Iterator[None]:
    """Raise inside the block when time or memory runs out, as far as the platform supports this."""
    with contextlib.ExitStack() as stack:
        if hasattr(signal, "SIGALRM"):
            stack.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, _time_is_up))
            signal.setitimer(signal.ITIMER_REAL, seconds)
            stack.callback(signal.setitimer, signal.ITIMER_REAL, 0)
        if resource is not None:
            limits = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (_address_space() + memory, limits[1]))
            stack.callback(resource.setrlimit, resource.RLIMIT_AS, limits)
        yield


def _time_is_up(number: int, frame: FrameType | None) -> None:
    raise TookTooLong


def _address_space() -> int:
    """Return the memory that the process uses now, or a very large number if that is unknown."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 1 << 40


def check(gate: Gate, text: str, seconds: float = SECONDS) -> object | None:
    """Read a text; return the result, or None if it was refused properly."""
    try:
        with bounded(seconds):
            return gate.read(text)
    except LastCardError as error:
        assert len(str(error)) <= 20 * len(text) + 5_000, f"the error says too much about {text!r}"
        return None
    except BaseException as error:
        shown = text if len(text) < 2_000 else f"{text[:1000]} ... {text[-1000:]}"
        error.add_note(f"by the text {shown!r}")
        raise


def fuzz(gate: Gate, count: int, seed: int) -> int:
    """Try this many damaged texts; return how many of them were accepted."""
    rng = Random(seed)
    return sum(check(gate, damaged(rng, gate.seeds)) is not None for _ in range(count))


# ---------------------------------------------------------------- damage


def damaged(rng: Random, seeds: Sequence[str]) -> str:
    """Return one of the texts, damaged once or a few times."""
    text = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        text = rng.choice(DAMAGES)(rng, text, seeds)
        text = text[:200_000]
    return text


def _place(rng: Random, text: str) -> tuple[int, int]:
    """Return a part of a text, usually a short one."""
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, len(text))))


def _flip(rng: Random, text: str, seeds: Sequence[str]) -> str:
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def _cut(rng: Random, text: str, seeds: Sequence[str]) -> str:
    start, end = _place(rng, text)
    return text[:start] + text[end:]


def _repeat(rng: Random, text: str, seeds: Sequence[str]) -> str:
    start, end = _place(rng, text)
    return text[:start] + text[start:end] * rng.choice((2, 2, 3, 10, 1000)) + text[end:]


def _insert(rng: Random, text: str, seeds: Sequence[str]) -> str:
    start, end = _place(rng, text)
    return text[:start] + rng.choice(ODD) * rng.choice((1, 1, 1, 3, 3000)) + text[rng.choice((start, end)) :]


def _blow_up(rng: Random, text: str, seeds: Sequence[str]) -> str:
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return text + rng.choice(NUMBERS)
    number = rng.choice(numbers)
    return text[: number.start()] + rng.choice(NUMBERS) + text[number.end() :]


def _splice(rng: Random, text: str, seeds: Sequence[str]) -> str:
    start, _ = _place(rng, text)
    other = rng.choice(seeds)
    return text[:start] + other[_place(rng, other)[0] :]


def _swap_words(rng: Random, text: str, seeds: Sequence[str]) -> str:
    """Replace a word by one from another text, so that the line stays well formed."""
    words, others = text.split(" "), rng.choice(seeds).split(" ")
    words[rng.randrange(len(words))] = rng.choice(others)
    return " ".join(words)


def _nest(rng: Random, text: str, seeds: Sequence[str]) -> str:
    start, _ = _place(rng, text)
    opening = rng.choice(("[", "{", "{a=", "[[", "(", "a."))
    return text[:start] + opening * rng.choice((1, 50, 1000, 20_000)) + text[start:]


DAMAGES = (_flip, _flip, _cut, _repeat, _insert, _blow_up, _blow_up, _splice, _swap_words, _swap_words, _nest)
