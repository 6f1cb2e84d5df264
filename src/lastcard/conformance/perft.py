"""python -m lastcard.conformance.perft FILE...: count the action sequences from positions, and check the counts.

From each position every action of every seat is tried: legal actions, lays with a call where that is legal, and the
fouls that the rules fine.  A file has one position per line, with the number of sequences of one action, of two, and so
on, and a digest of the positions after the longest: the first 16 digits of the SHA-256 of their lines, each once,
sorted, without the rule set:

    b5r5/g5y1 r1 >0 - b1b2b3b4|- official | D1 4 | D2 14 | 5be5bcf29a2a8c9a

The positions never need a shuffle, so nothing is random and all engines must agree.  `--write` counts again and writes
the files; a new line needs only its depth, as in `... official | D3`.
"""

import argparse
import difflib
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from .._util.bounds import POSITION_LENGTH, one_line, quoted
from .._util.files import read_bytes, reason_of
from .._util.strict import TEXT_SIZE
from ..core.layout import State
from ..core.legal import fouls, legal, may_call
from ..core.records import assign
from ..core.step import apply
from ..core.terms import CALLING, SHOUT, VERBS, Fact
from ..errors import LastCardError
from ..game.values import listed_codes
from ..notation import format_action, read_position, write_position
from ..rules import Ruleset

Move = tuple[int, int]  # a seat and its action

LINE_LENGTH = POSITION_LENGTH + 1_000  # a position, its counts and its digest


class PerftError(LastCardError):
    """A file that cannot be read, or a position from which cards would be shuffled."""


# ---------------------------------------------------------------- counting


def moves(s: State, ruleset: Ruleset) -> Iterator[Move]:
    """Yield every action of every seat, seat by seat."""
    for seat in range(s.seats):
        for action in actions(s, ruleset, seat):
            yield seat, action


def actions(s: State, ruleset: Ruleset, seat: int) -> list[int]:
    """Return the legal actions of a seat and the fouls it would be fined for; a bad lay once, without a call."""
    rules, colours = ruleset.core_rules, len(ruleset.deck.colours)
    may = listed_codes(*legal(s, rules, seat), colours)
    foul = fouls(s, rules, seat)
    lays = [action for action in may if action < VERBS]
    if may_call(s, rules, seat, 1) or foul[2] >> SHOUT - VERBS & 1:
        may += [lay | CALLING for lay in lays]
    return may + listed_codes(*foul, colours)


def after(s: State, ruleset: Ruleset, move: Move) -> State:
    """Return the state after a move."""
    child = State.__new__(State)
    assign(child, s)
    apply(child, ruleset.core_rules, *move)
    if child.tally[Fact.REFILLED] != s.tally[Fact.REFILLED]:
        line = write_position(s, ruleset)
        raise PerftError(f"after {_text(ruleset, move)!r} the discards are shuffled; add cards to the stock ({line})")
    return child


def _text(ruleset: Ruleset, move: Move) -> str:
    seat, action = move
    return f"{seat} {format_action(ruleset.deck, action)}"


def perft(s: State, ruleset: Ruleset, depth: int) -> int:
    """Return the number of sequences of `depth` moves."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in moves(s, ruleset))
    return sum(perft(after(s, ruleset, move), ruleset, depth - 1) for move in moves(s, ruleset))


def divide(s: State, ruleset: Ruleset, depth: int) -> dict[str, int]:
    """Return the number of sequences by their first move."""
    return {_text(ruleset, move): perft(after(s, ruleset, move), ruleset, depth - 1) for move in moves(s, ruleset)}


def survey(s: State, ruleset: Ruleset, depth: int) -> tuple[tuple[int, ...], str]:
    """Return the numbers of sequences by length, and a digest of the positions after the longest."""
    counts = [0] * (depth + 1)
    lines: set[str] = set()
    _visit(s, ruleset, 0, counts, lines)
    text = "".join(f"{line}\n" for line in sorted(lines))
    return tuple(counts[1:]), hashlib.sha256(text.encode()).hexdigest()[:16]


def _visit(s: State, ruleset: Ruleset, depth: int, counts: list[int], lines: set[str]) -> None:
    counts[depth] += 1
    if depth == len(counts) - 1:
        lines.add(write_position(s, ruleset, with_rules=False))
        return
    for move in moves(s, ruleset):
        _visit(after(s, ruleset, move), ruleset, depth + 1, counts, lines)


# ---------------------------------------------------------------- files


@dataclass(frozen=True)
class Entry:
    """One line of a file: a position with its counts and digest; a new line has no counts yet."""

    line: str
    depth: int
    counts: tuple[int, ...] = ()
    digest: str = ""

    @classmethod
    def read(cls, text: str) -> "Entry":
        """Read a line; a depth is one digit, because nothing deeper can be counted in practice."""
        line, *fields = (field.strip() for field in one_line(text, "a line of a perft file", LINE_LENGTH).split(" | "))
        if len(fields) == 1 and re.fullmatch(r"D[1-9]", fields[0]):
            return cls(line, int(fields[0][1:]))
        counts = [re.fullmatch(rf"D{depth} ([0-9]{{1,18}})", field) for depth, field in enumerate(fields[:-1], 1)]
        if not 1 <= len(counts) <= 9 or None in counts or not re.fullmatch(r"[0-9a-f]{16}", fields[-1]):
            raise PerftError(f"{quoted(text)} is not 'position | D1 n | D2 n | digest', nor 'position | D2'")
        numbers = tuple(int(count[1]) for count in counts if count)
        return cls(line, len(numbers), numbers, fields[-1])

    def counted(self) -> "Entry":
        """Return the entry with its counts and digest computed again."""
        return Entry(self.line, self.depth, *survey(*read_position(self.line), self.depth))

    def __str__(self) -> str:
        numbers = [f"D{depth} {count}" for depth, count in enumerate(self.counts, 1)]
        return " | ".join([self.line, *numbers, self.digest])


def is_remark(text: str) -> bool:
    """Return whether a line is blank or a comment."""
    return not text.strip() or text.startswith("# ")


def read_file(path: Path) -> list[Entry]:
    """Return the entries of a file."""
    return [Entry.read(text) for text in _read_lines(path) if not is_remark(text)]


def _read_lines(path: Path) -> list[str]:
    try:
        return read_bytes(path, TEXT_SIZE).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PerftError(f"{path} cannot be read: {reason_of(error)}") from error


def problems(entry: Entry) -> list[str]:
    """Return how the counts differ from an entry, broken down by first move at the first depth that differs."""
    found = entry.counted()
    if found == entry:
        return []
    pairs = zip_longest(found.counts, entry.counts)
    wrong = [depth for depth, (now, before) in enumerate(pairs, 1) if now != before]
    depth = wrong[0] if wrong else entry.depth
    what = f"D{depth} is {found.counts[depth - 1]} now" if wrong else f"positions after D{depth} differ"
    split = divide(*read_position(entry.line), depth)
    return [str(entry), f"  {what}; by first action:", *(f"  {move}: {count}" for move, count in split.items())]


def rewrite(path: Path) -> Iterator[str]:
    """Count all entries of a file again, write the file, and return the differences."""
    before = _read_lines(path)
    written = [text if is_remark(text) else str(Entry.read(text).counted()) for text in before]
    path.write_text("".join(f"{text}\n" for text in written), encoding="utf-8")
    return difflib.unified_diff(before, written, str(path), str(path), lineterm="", n=0)


# ---------------------------------------------------------------- the command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if all counts agree, 1 if any differs, 2 if a file cannot be read."""
    parser = argparse.ArgumentParser(
        prog="lastcard.conformance.perft", description="Count the action sequences from positions."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files of positions and counts")
    parser.add_argument("--write", action="store_true", help="count again, write the files and show the changes")
    options = parser.parse_args(argv)
    try:
        return _write(options.files) if options.write else _check(options.files)
    except LastCardError as error:
        print(f"perft: {error}", file=sys.stderr)
        return 2


def _write(files: Iterable[Path]) -> int:
    for path in files:
        for line in rewrite(path):
            print(line)
    return 0


def _check(files: Iterable[Path]) -> int:
    checked = failed = 0
    for path in files:
        for entry in read_file(path):
            wrong = problems(entry)
            checked += 1
            failed += bool(wrong)
            for line in wrong:
                print(line)
    print(f"{checked} position{'s' * (checked != 1)}: {checked - failed} unchanged, {failed} changed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
