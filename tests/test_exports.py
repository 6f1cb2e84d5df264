"""`import lastcard` has every public name, typed for editors, and imports nothing before it is used."""

import ast
import subprocess
import sys
from pathlib import Path

import lastcard

SOURCE = Path(lastcard.__file__)


def test_every_public_name_is_there() -> None:
    for name in lastcard.__all__:
        assert getattr(lastcard, name) is not None


def test_editors_and_programs_see_the_same_names() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    typed = {alias.asname or alias.name for node in imports for alias in node.names}
    assert typed == set(lastcard.__all__)


def test_an_event_of_every_kind_is_exported() -> None:
    from lastcard.game.events import EVENTS

    assert {kind.__name__ for kind in EVENTS.values()} <= set(lastcard.__all__)


def test_importing_brings_nothing_heavy() -> None:
    code = "import sys, lastcard; print(sorted(name for name in sys.modules if name.startswith('lastcard')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['lastcard']"
