"""Compile the rules to WebAssembly, for the page: what its rule lab and its analyses play with.

    make wasm               fetches zig, which compiles them, and does it
    python scripts/wasm.py  does it if zig is installed, else says how to get it

The server finds them when they are there; without them the page works and says what is missing.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src")]

from lastcard.backends.c.compiler import CompilerError, has_zig  # noqa: E402
from lastcard.sim.wasm import build_wasm, is_current  # noqa: E402


def main() -> int:
    """Compile the rules if there are none of this text; return the exit status."""
    if is_current():
        return 0
    if not has_zig():
        print(
            "The rule lab and the analyses of the page are left out; 'make wasm' fetches a compiler for them (100 MB)."
        )
        return 0
    try:
        build_wasm()
    except CompilerError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
