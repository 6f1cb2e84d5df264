"""What people can type to call this program again, for messages that tell them to.

It depends on how it was started: as an installed command, from a virtual environment, as a module of Python, or in a
container, whose image says how in `LASTCARD_CALLED`.
"""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

NAME = "lastcard"

_EXAMPLE = re.compile(rf"(?<![\w./-]){NAME}(?= [a-z])")


def command(*words: str) -> str:
    """Return a command of this program, as the person can type it now."""
    return " ".join([_program(), *map(shlex.quote, words)])


def here(examples: str) -> str:
    """Return lines of examples, in which the program is called `lastcard`, as they can be typed now."""
    return _EXAMPLE.sub(lambda _: _program(), examples)


def install(extra: str) -> str:
    """Return the command that installs what an extra of the package needs, for the Python that runs."""
    source = checkout()
    return install_package(f"{source}[{extra}]", "-e") if source else install_package(f"{NAME}[{extra}]")


def install_package(package: str, *options: str) -> str:
    """Return the command that installs a package for the Python that runs."""
    return " ".join([_python(), "-m pip install", *options, shlex.quote(package)])


def checkout() -> Path | None:
    """Return the folder of the checkout that the package runs from, if it runs from one."""
    folder = Path(__file__).parents[3]
    return folder if (folder / "pyproject.toml").is_file() else None


def _program() -> str:
    if told := os.environ.get("LASTCARD_CALLED"):
        return told
    started = Path(sys.argv[0]) if sys.argv else Path()
    if started.stem == NAME and started.is_file():
        return _typed(started)
    if started.name != "__main__.py" and shutil.which(NAME):
        return NAME
    return f"{_python()} -m {NAME}"


def _python() -> str:
    return _typed(Path(sys.executable), "python", "python3")


def _typed(program: Path, *names: str) -> str:
    """Return what calls a program: its name if the shell finds it, else its path, from here if it is below."""
    for name in names or (program.name,):
        found = shutil.which(name)  # in the same folder: a link to the same Python may belong to another environment
        if found and Path(found).parent.absolute() == program.parent.absolute() and os.path.samefile(found, program):
            return name
    path = program.absolute()
    here = Path.cwd()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))
