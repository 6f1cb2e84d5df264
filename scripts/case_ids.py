"""Give an id to every conformance case that has none: its first clause and the first words of its note.

    python scripts/case_ids.py [FILE ...]       all files that we ship, if none are named

An id never changes once it is written, also when the note does: people keep lists of the cases their engine fails.
"""

import re
import sys
from pathlib import Path

from lastcard.conformance.suite import AnyCase, load_file, shipped_files

LENGTH = 48


def slug(case: AnyCase) -> str:
    """Return an id for a case, cut at a word."""
    words = re.findall(r"[a-z0-9]+", f"{case.proves[0] if case.proves else ''} {case.note}".lower())
    while len("-".join(words)) > LENGTH:
        words.pop()
    return "-".join(words) or "case"


def has_id(lines: list[str], header: int) -> bool:
    """Say whether an id stands among the keys that follow a header."""
    for line in lines[header:]:
        if line.startswith("["):
            return False
        if re.match(r"id *=", line):
            return True
    return False


def width(lines: list[str], header: int) -> int:
    """Return how wide the keys of a case are written: all alike, or each as long as it is."""
    columns = {line.find(" =") for line in lines[header : header + 2]}
    return columns.pop() if len(columns) == 1 else 0


def add_ids(path: Path) -> int:
    """Write the ids into a file; return how many were missing."""
    lines = path.read_text(encoding="utf-8").split("\n")
    cases = {int(case.place.rpartition(":")[2]): case for case in load_file(path)}
    taken = {case.id.partition(":")[2] for case in cases.values()}
    missing = [header for header in sorted(cases) if not has_id(lines, header)]
    new = {}
    for header in missing:
        base = own_id = slug(cases[header])
        number = 1
        while own_id in taken:
            number += 1
            own_id = f"{base}-{number}"
        taken.add(own_id)
        new[header] = f'{"id".ljust(width(lines, header))} = "{own_id}"'
    for header in reversed(missing):
        lines.insert(header, new[header])
    path.write_text("\n".join(lines), encoding="utf-8")
    return len(missing)


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or shipped_files():
        if added := add_ids(path):
            print(f"{path.name}: {added}")
