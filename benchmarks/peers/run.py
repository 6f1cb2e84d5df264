"""Measure every peer that `setup.sh` could install, on this machine; a line of JSON for each."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PYTHON = HERE.parent / ".peers" / "venv" / "bin" / "python"
SCRIPTS = ("rlcard_uno.py", "open_spiel_crazy_eights.py", "uno_engine.mjs")


def main() -> None:
    """Arguments are handed on: --seats, --seconds, --repeats."""
    for script in SCRIPTS:
        program = str(PYTHON) if script.endswith(".py") else shutil.which("node")
        if program is None or not Path(program).exists():
            print(f"{script}: left out, run benchmarks/peers/setup.sh first", file=sys.stderr)
            continue
        run = subprocess.run([program, HERE / script, *sys.argv[1:]], capture_output=True, text=True)
        if run.returncode:
            reason = (run.stderr.strip() or "no reason given").splitlines()[-1]
            print(f"{script}: left out ({reason})", file=sys.stderr)
            continue
        print(run.stdout, end="", flush=True)


if __name__ == "__main__":
    main()
