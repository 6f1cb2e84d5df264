"""The architecture: imports go one way, the core stays small, importing stays light, and no file names a machine.

The folders of the package are its layers (docs/architecture.md, "The layers").
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lastcard"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Each layer may import from those before it.  Folders of one storey do not know each other.
STOREYS = (
    ("core",),
    ("errors",),
    ("_util",),
    ("words.catalogue",),
    ("backends",),
    ("rules",),
    ("notation",),
    ("explain",),
    ("game",),
    ("archive", "words"),
    ("sim",),
    ("env",),
    ("bots", "conformance"),
    ("analysis", "arena", "testing"),
    ("lastcard",),  # the package itself: what `import lastcard` offers
    ("online.protocol",),
    ("online.shapes",),
    ("online.server.store",),
    ("online.server.limits", "online.server.marks", "online.server.metrics", "online.server.turns"),
    ("online.server.connections", "online.server.identity", "online.server.space", "online.server.topics"),
    ("online.server.table",),
    ("online.server.net",),
    ("online.server.operations",),
    ("online.client",),
    ("session",),
    ("terminal",),
    ("cli",),
    ("__main__",),
)
STACK = (
    "terms",
    "records",
    "layout",
    "machine",
    "seats",
    "cards",
    "legal",
    "rights",
    "scoring",
    "effects",
    "lay",
    "leave",
    "claims",
    "deal",
    "step",
    "match",
    "tables",
)
OUTSIDE_OF_CORE = {"typing", "enum", "collections.abc"}


def allowed(room: str) -> set[str]:
    """Return the layers that this one may import from, itself included."""
    if room == "errors":
        return {"errors", "explain"}  # the type of a reason, for editors
    height = next(height for height, storey in enumerate(STOREYS) if room in storey)
    below = {room for storey in STOREYS[:height] for room in storey} | {room}
    # The client, and all above it but the command line, share the contract with the server, and nothing else.
    apart = room in ("online.client", "session", "terminal")
    return {name for name in below if not (apart and name.startswith("online.server"))}


def dotted(path: Path) -> str:
    """Return the name of a module from its path; for an __init__.py, the name of the package."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path) for path in MODULES}


LAYERS = {layer for storey in STOREYS for layer in storey}


def room(module: str) -> str:
    """Return the layer that a module belongs to, or its name where it belongs to none."""
    parts = module.split(".")[1:]
    heads = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((head for head in heads if head in LAYERS), ".".join(parts) or "lastcard")


def imports(path: Path, *, inside_functions: bool = True) -> Iterator[str]:
    """Return the full names of all modules that a file imports."""
    package = dotted(path).split(".") if path.name == "__init__.py" else dotted(path).split(".")[:-1]
    text = ast.parse(path.read_text())
    for node in ast.walk(text) if inside_functions else text.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield whole if whole in NAMES else module


def own_imports(path: Path) -> list[str]:
    return [name for name in imports(path) if name.split(".")[0] == "lastcard"]


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_one_way(path: Path) -> None:
    here = room(dotted(path))
    if path.name == "__init__.py" and not own_imports(path):
        return  # a folder of layers
    assert here in LAYERS, f"say in STOREYS where {here} stands"
    wrong = [name for name in own_imports(path) if room(name) not in allowed(here)]
    assert not wrong, f"{dotted(path)} must not import {wrong}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "core").glob("*.py")), ids=dotted)
def test_the_core_is_a_stack(path: Path) -> None:
    outside = set(imports(path)) - set(own_imports(path)) - OUTSIDE_OF_CORE
    assert not outside, "the core imports nothing from outside"
    if path.name == "__init__.py":
        assert not own_imports(path)
        return
    below = {f"lastcard.core.{name}" for name in STACK[: STACK.index(path.stem)]}
    assert set(own_imports(path)) <= below


# Numbers by which the core knows actions, cards and faces.  Above `game`, programs use `Action`, `Card` and `Face`.
NUMBERS = {
    "CALL", "CALLING", "CATCH", "CHALLENGE", "CHOOSE", "COLOUR_FACE", "DONE", "DRAW", "FACES", "HALF", "LEAVE", "NAME",
    "PASS", "RANKS", "READY", "SHOUT", "TAKE", "VERBS", "WILD",
}  # fmt: skip
# They may know them: what the core is made of and written with, and what plays on the core itself.
BELOW = ("core", "backends", "rules", "notation", "explain", "game")
ON_THE_CORE = (
    "sim", "conformance", "analysis",
    "env",  # the index of its actions is the core's (docs/environments.md)
    "bots.policy", "bots.search",  # the simulator's policies and playouts
    "bots.pace",  # chooses by the index of `env`
)  # fmt: skip


def names_imported(path: Path) -> Iterator[str]:
    """Return what a file imports from modules of the core, each with its module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and "core" in node.module.split("."):
            yield from (f"{node.module.split('.')[-1]}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_the_core_s_numbers_end_at_values(path: Path) -> None:
    module = dotted(path).partition(".")[2]
    if any(f"{module}.".startswith(f"{known}.") for known in (*BELOW, *ON_THE_CORE)):
        return
    numbers = {f"terms.{name}" for name in NUMBERS} | {"cards.card_of", "cards.colour_of"}
    assert not numbers.intersection(names_imported(path)), "use Action, Card and Face (game.values)"


def test_no_imports_in_a_circle() -> None:
    """Imports inside functions are fine: they happen later, when all modules are loaded."""
    arrows = {dotted(path): set(imports(path, inside_functions=False)) for path in MODULES}
    while free := {name for name, targets in arrows.items() if not targets & arrows.keys() - {name}}:
        arrows = {name: targets for name, targets in arrows.items() if name not in free}
    assert not arrows, f"among these: {sorted(arrows)}"


def test_the_core_stays_small() -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in (PACKAGE / "core").glob("*.py")}
    assert sum(lengths.values()) < 3000
    assert max(lengths.values()) <= 500, lengths


LIGHT = {"lastcard", "lastcard.cli", "lastcard.session", "lastcard.terminal"}


@pytest.mark.parametrize("module", sorted(LIGHT & NAMES))
def test_importing_brings_nothing_heavy(module: str) -> None:
    heavy = {"ctypes", "numpy", "textual", "lastcard.sim"}
    code = f"import sys, {module}; print(*sorted({heavy} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def tree() -> Iterator[Path]:
    """Return the files of the project, without anything built or installed."""
    built = {"node_modules", "__pycache__", "build", "dist"}
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") for part in parts) and parts[0] not in (".ci", ".gitignore")
        if path.is_file() and not hidden and not built.intersection(parts):
            yield path


# Written in pieces, so that this file does not contain them itself.
REGISTRIES = ("pypi" + r"\.org", "pythonhosted" + r"\.org", r"registry\.npm", r"registry\.yarn", "index" + "-url")
HOMES = ("/home" + r"/\w+/", "/Users" + r"/\w+/", "/root" + "/", re.escape(str(ROOT)) + r"\b")


@pytest.mark.parametrize(("what", "patterns"), [("a registry", REGISTRIES), ("a path of the machine", HOMES)])
def test_no_file_names(what: str, patterns: tuple[str, ...]) -> None:
    pattern = re.compile("|".join(patterns))
    found = []
    for path in tree():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue  # not a text file
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in pattern.finditer(text)]
    assert not found, f"{what} is named in these files"


def test_only_the_store_in_sqlite_speaks_sql() -> None:
    home = PACKAGE / "online" / "server" / "store" / "sqlite"
    others = [path for path in MODULES if home not in path.parents]
    sql = re.compile(r"\b(SELECT .* FROM|INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \w+ SET|PRAGMA)\b")
    assert not [dotted(path) for path in others if "sqlite3" in imports(path) or sql.search(path.read_text())]
