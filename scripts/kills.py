"""Kill a server again and again while people play, and prove that nothing acknowledged is lost or happens twice.

python scripts/kills.py          # 1,000 kills, in about 25 minutes
python scripts/kills.py 100 --seed 7
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from crashes import kill_run

KILLS_A_FILE = 50  # kills of one data file; what clients saw is kept in memory until it is proved


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill a server again and again while people play.")
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    kills = acknowledged = versions = 0
    began = time.monotonic()
    while kills < args.kills:
        with tempfile.TemporaryDirectory() as folder:
            count = min(KILLS_A_FILE, args.kills - kills)
            told = kill_run(Path(folder) / "tables.db", kills=count, seed=args.seed + kills)
        kills, acknowledged = kills + told.kills, acknowledged + told.acknowledged
        versions += told.versions
        spent = time.monotonic() - began
        print(f"{kills:,} kills, {acknowledged:,} commands acknowledged, {versions:,} versions, {spent:.0f} s: "
              "none lost, none doubled, none out of order", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
