"""What is built, installed in fresh environments.

LASTCARD_DIST names a folder with the source archive and the wheels; else both are built.
"""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from fresh import ROOT, Built, Home, clean, interpreters, made

BUILD = ("-m", "build", "--outdir")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = Path(os.environ.get("LASTCARD_DIST") or tmp_path_factory.mktemp("dist")).absolute()
    if not list(folder.glob("*.tar.gz")):
        subprocess.run([sys.executable, *BUILD, folder, "--sdist", ROOT], env=clean(), check=True)
    (archive,) = folder.glob("*.tar.gz")
    if not list(folder.glob("*.whl")):  # from the archive alone
        sources = tmp_path_factory.mktemp("sources")
        with tarfile.open(archive) as file:
            file.extractall(sources, filter="data")
        (top,) = sources.iterdir()
        subprocess.run([sys.executable, *BUILD, folder, "--wheel", top], cwd=top, env=clean(), check=True)
    (wheel,) = [*folder.glob("*-manylinux_2_17_x86_64.whl"), *folder.glob("*-linux_x86_64.whl")]
    return Built(archive, wheel)


@pytest.fixture(scope="session", params=interpreters().items(), ids=lambda item: item[0])
def home(built: Built, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """An environment with what `pip install lastcard` gives, for each Python."""
    version, python = request.param
    return made(python, tmp_path_factory.mktemp(f"python{version}-"), str(built.wheel))


@pytest.fixture(scope="session")
def learner(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """An environment with the extra for agents that learn."""
    return made(Path(sys.executable), tmp_path_factory.mktemp("learner"), f"{built.wheel}[env]")
