"""The workflows of .github stay thin: they call targets of the Makefile that exist, on every supported Python."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_what_there_is(path: Path) -> None:
    called = set(re.findall(r"run: make ([a-z-]+)", path.read_text(encoding="utf-8")))
    assert called and called <= TARGETS


def test_every_supported_python_is_checked_on_every_system() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = [name.rpartition(" ")[2] for name in project["classifiers"] if re.search(r":: 3\.\d+$", name)]
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert re.findall(r'"(3\.\d+)"', text.partition("python: [")[2].partition("]")[0]) == supported
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in text
