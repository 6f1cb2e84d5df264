"""Fresh environments for tests of what is built: nothing of the checkout is seen there.

LASTCARD_PYTHONS lists more interpreters than those called python3.11 to python3.14 on the path.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
OURS = ("LASTCARD_", "PYTHON", "VIRTUAL_ENV")


def clean() -> dict[str, str]:
    """Return the variables of a shell that knows nothing of this checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


def interpreters() -> dict[str, Path]:
    """Return an interpreter of each version that is found, by version."""
    named = [name for name in os.environ.get("LASTCARD_PYTHONS", "").split(os.pathsep) if name]
    paths = [*named, *(path for version in VERSIONS if (path := shutil.which(f"python{version}"))), sys.executable]
    found: dict[str, Path] = {}
    for path in paths:
        said = subprocess.run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True)
        found.setdefault(said.stdout.decode().strip(), Path(path))
    return {version: found[version] for version in VERSIONS if version in found}


@dataclass(frozen=True)
class Built:
    """The source archive, and the wheel for this machine."""

    archive: Path
    wheel: Path


@dataclass(frozen=True)
class Home:
    """A fresh environment and an empty folder to work in."""

    python: Path
    folder: Path

    def run(self, *words: str | Path, given: str | None = None) -> str:
        """Run a program of the environment, which must go well; return what it printed."""
        program = self.python.parent / words[0] if words[0] == "lastcard" else self.python
        rest = words[1:] if words[0] == "lastcard" else words
        done = subprocess.run(
            [program, *rest], input=given, cwd=self.folder, env=self.variables, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def install(self, what: str) -> None:
        """Install a package, as people do."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", what]
        subprocess.run(pip, cwd=self.folder, env=clean(), check=True)

    @property
    def variables(self) -> dict[str, str]:
        """What a shell in the folder has set."""
        own = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"), "PYTHONIOENCODING": "utf-8"}
        return clean() | own | {"PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"}


def made(python: Path, folder: Path, what: str) -> Home:
    """Make an environment with one package in it."""
    subprocess.run([python, "-m", "venv", "--without-pip", folder / "env"], env=clean(), check=True)
    (folder / "work").mkdir()
    home = Home(folder / "env" / "bin" / "python", folder / "work")
    home.install(what)
    return home
