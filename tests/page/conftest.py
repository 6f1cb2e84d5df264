"""A real browser and real servers for the tests of the page."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browsers import chromium
from online import ArrangedServer, ServerProcess
from page_person import NAMES, PATIENCE, Person
from page_stage import Camera
from page_table import Company

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "lastcard" / "online" / "server" / "page" / "index.html"

MakePerson = Callable[..., Person]


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")  # it runs an event loop, which must not outlive these tests
def browser() -> Iterator[Browser]:
    assert BUILT.is_file(), "the page is not built: run 'make page'"
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
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


@pytest.fixture(scope="package")
def arranged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArrangedServer]:
    """A server that deals arranged positions."""
    with ArrangedServer(tmp_path_factory.mktemp("arranged")) as server:
        yield server


@pytest.fixture(scope="package")
def everyone(browser: Browser, arranged: ArrangedServer) -> Iterator[Company]:
    """People who keep their browsers from test to test."""
    everyone = Company(arranged, lambda place: Person(browser, arranged.url, NAMES[place]))
    yield everyone
    for one in everyone.people:
        one.context.close()


@pytest.fixture
def company(everyone: Company) -> Iterator[Company]:
    """The same people, as new; no error may show in any of their browsers."""
    everyone.begin_anew()
    yield everyone
    everyone.check()


@pytest.fixture
def table(company: Company) -> Callable[..., list[Person]]:
    """A way to seat people at a table in the middle of a round."""
    return company.seat


@pytest.fixture
def camera(browser: Browser, server: ServerProcess) -> Iterator[Camera]:
    """A browser that is shown positions on a stage; no error may show in it."""
    camera = Camera(browser, server.url)
    yield camera
    camera.close()
    assert camera.problems == []
