"""benchmarks/results.md, in parts: each is written whole by one run of one command."""

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

from lastcard.sim.engines import cores

FILE = Path(__file__).parent / "results.md"
HEAD = """\
What was measured, and on which machine.  Columns and notes that say "wanted" have our own goals.  "The prototype" is a
study of the core in C, made before this package.  What a peer "leaves out" are rules that it does not have.
"""
_PART = re.compile(r"^# (.+)\n", re.MULTILINE)


def machine() -> str:
    """What this was measured on."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = names[0] if names else name
    load = os.getloadavg()[0]
    return f"{name}, {cores()} cores, Python {platform.python_version()}, load {load:.1f} at the start"


def write_part(title: str, lines: Sequence[str]) -> None:
    """Put these lines in the place of the part so called; the other parts stay."""
    text = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    _, *found = _PART.split(text)
    parts = dict(zip(found[::2], found[1::2], strict=True))
    parts[title] = "\n" + "\n".join(lines).strip() + "\n\n"
    whole = "\n\n".join(f"# {name}\n{part.rstrip()}" for name, part in parts.items())
    FILE.write_text(f"{HEAD}\n{whole}\n", encoding="utf-8")
