"""Measure every peer that `setup.sh` could install, on this machine; a line of JSON for each."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PYTHON = HERE.parent / ".peers" / "venv" / "bin" / "python"
SCRIPTS = ("rlcard_uno.py", "open_spiel_crazy_eights.py", "uno_engine.mjs")
ENVIRONMENTS = ("rlcard_observed.py", "open_spiel_observed.py", "pgx_cards.py")  # with observations and masks


def main() -> None:
    """With --environments, measure those for agents that learn.  Other arguments: --seats, --seconds, --repeats."""
    given = [argument for argument in sys.argv[1:] if argument != "--environments"]
    for script in ENVIRONMENTS if len(given) < len(sys.argv) - 1 else SCRIPTS:
        program = str(PYTHON) if script.endswith(".py") else shutil.which("node")
        if program is None or not Path(program).exists():
            print(f"{script}: left out, run benchmarks/peers/setup.sh first", file=sys.stderr)
            continue
        run = subprocess.run([program, HERE / script, *given], capture_output=True, text=True)
        if run.returncode:
            reason = (run.stderr.strip() or "no reason given").splitlines()[-1]
            print(f"{script}: left out ({reason})", file=sys.stderr)
            continue
        print(run.stdout, end="", flush=True)


if __name__ == "__main__":
    main()
