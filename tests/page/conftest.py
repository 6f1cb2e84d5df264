"""A real browser and a real server for the tests of the page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from online import ServerProcess
from page_person import Person

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "lastcard" / "server" / "page" / "index.html"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")  # it runs an event loop, which must not outlive these tests
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path is not None, "the tests of the page need Chromium: apt install chromium"
    assert BUILT.is_file(), "the page is not built: run 'make page'"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db", haste=0.1) as server:
        yield server


@pytest.fixture
def person(browser: Browser, server: ServerProcess):
    """A way to make people; whatever went wrong in their browsers fails the test."""
    people: list[Person] = []

    def make(name: str, **options: object) -> Person:
        people.append(Person(browser, server.url, name, **options))
        return people[-1]

    yield make
    for one in people:
        one.close()
