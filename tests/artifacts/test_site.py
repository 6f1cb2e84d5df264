"""The site of the documents: it is built without a warning, so every link leads somewhere, and it needs no network."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import lastcard
from fresh import ROOT

LOADED = re.compile(r'<(?:script|img|link)[^>]+(?:src|href)="(?:https?:)?//[^"]+"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, ROOT / "scripts" / "site.py", folder], check=True)
    return folder


def test_every_document_and_every_name_has_its_place(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / page.stem / "index.html").is_file()
    api = (site / "api" / "index.html").read_text(encoding="utf-8")
    assert not [name for name in lastcard.__all__ if f'id="lastcard.{name}"' not in api]


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert not [page for page in site.rglob("*.html") if LOADED.search(page.read_text(encoding="utf-8"))]
    assert (site / "searchindex.js").is_file()
