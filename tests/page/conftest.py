"""A real browser and real servers for the tests of the page."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from online import ArrangedServer, ServerProcess
from page_person import NAMES, Person
from page_table import Company

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "lastcard" / "server" / "page" / "index.html"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

MakePerson = Callable[..., Person]


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
def person(browser: Browser, server: ServerProcess) -> Iterator[MakePerson]:
    """A way to make people; whatever went wrong in their browsers fails the test."""
    people: list[Person] = []

    def make(name: str, **options: object) -> Person:
        people.append(Person(browser, server.url, name, **options))
        return people[-1]

    yield make
    for one in people:
        one.close()


@pytest.fixture(scope="module")
def arranged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArrangedServer]:
    """A server that deals arranged positions."""
    with ArrangedServer(tmp_path_factory.mktemp("arranged")) as server:
        yield server


@pytest.fixture(scope="module")
def company(browser: Browser, arranged: ArrangedServer) -> Iterator[Company]:
    """People who keep their browsers from table to table."""
    everyone = Company(arranged, lambda place: Person(browser, arranged.url, NAMES[place]))
    yield everyone
    everyone.close()


@pytest.fixture
def table(company: Company) -> Iterator[Callable[..., list[Person]]]:
    """A way to seat people at a table in the middle of a round; no error may show in any browser."""
    yield company.seat
    company.check()
