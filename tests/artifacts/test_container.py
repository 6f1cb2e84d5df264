"""The steps of deploy/Containerfile, carried out in empty folders, where no container engine is at hand."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@dataclass
class Stage:
    """One FROM of the file: a folder in place of its root."""

    name: str
    root: Path
    folder: str = "/"

    def at(self, path: str) -> Path:
        """Return where a path of the image is."""
        return self.root / os.path.join(self.folder, path).lstrip("/")


def sent(context: Path) -> None:
    """Copy what .dockerignore lets through, as an engine sends it to the build."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*", "nothing goes in that is not named"
    for name in (rule[1:] for rule in rules if rule.startswith("!")):
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, context / name)
    for rule in rules[1:]:
        if rule.startswith("!"):
            continue
        for path in sorted(context.rglob("*")):
            inside = str(path.relative_to(context))
            if path.exists() and (fnmatch(inside, rule) or fnmatch(f"/{inside}", rule.replace("**", "*"))):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the file, in order."""
    text = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [(word, rest) for word, rest in re.findall(r"^([A-Z]+) (.+)$", text, re.MULTILINE)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Carry out the stages that build, and return the wheel they end with."""
    context = tmp_path_factory.mktemp("context")
    sent(context)
    stages: dict[str, Stage] = {}
    stage = None
    for word, rest in instructions():
        if word == "FROM":
            image, *named = rest.split(" AS ")
            if not named:
                break  # the image itself; what it runs is tested with the wheel
            stage = stages[named[0]] = Stage(named[0], tmp_path_factory.mktemp(named[0]))
        assert stage is not None
        if word == "WORKDIR":
            stage.folder = rest
        elif word == "COPY":
            *sources, target = rest.split()
            start = context
            if sources[0].startswith("--from="):
                start = stages[sources.pop(0).removeprefix("--from=")].root
            for source in sources:
                found, to = start / source.lstrip("/"), stage.at(target)
                if found.is_dir():
                    shutil.copytree(found, to, dirs_exist_ok=True)
                else:
                    to.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(found, to / found.name)
        elif word == "RUN":
            command = re.sub(r"(?<= )/", f"{stage.root}/", rest)
            subprocess.run(command, shell=True, cwd=stage.at("."), env=ENVIRONMENT, check=True)
    (made,) = stages["wheel"].root.glob("wheels/*.whl")
    return made


def test_the_steps_make_a_wheel_with_the_page(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        assert "lastcard/online/server/page/index.html" in file.namelist()
