"""The files of the page: who may keep them, and for how long."""

import asyncio
import gzip
import json
import re
import shutil
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

import lastcard
from lastcard.online.server.net import engine, pages
from lastcard.rules import house_rules
from online import ServerProcess

WEB = Path(__file__).parents[2] / "web"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def get(path: str) -> Answer:
    """Ask the page for a file."""
    head: dict[str, Any] = {}
    body = bytearray()

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)  # nobody hangs up
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        head.update(message if message["type"] == "http.response.start" else {})
        body.extend(message.get("body", b""))

    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"", "scheme": "http",
             "headers": [(b"accept-encoding", b"gzip")], "server": ("test", 80), "http_version": "1.1"}  # fmt: skip
    asyncio.run(Starlette(routes=[*engine.engine_routes(), *pages.page_routes()])(scope, receive, send))
    return Answer(head["status"], {name.decode(): value.decode() for name, value in head["headers"]}, bytes(body))


def test_the_house_rules_are_sent_compressed_and_only_to_who_does_not_have_them(tmp_path: Path) -> None:
    def ask(server: ServerProcess, **headers: str) -> Answer:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            connection.request("GET", "/api/house-rules", headers={"Accept-Encoding": "gzip", **headers})
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())

    with ServerProcess(tmp_path / "tables.db") as server:
        packed = ask(server)
        assert packed.headers["content-encoding"] == "gzip" and len(packed.body) < 20_000
        plain = ask(server, **{"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert gzip.decompress(packed.body) == plain.body and json.loads(plain.body) == house_rules()
        assert packed.headers["cache-control"] == "no-cache" and packed.headers["etag"] == plain.headers["etag"]
        again = ask(server, **{"If-None-Match": packed.headers["etag"]})
        assert (again.status, again.body) == (304, b"") and again.headers["etag"] == packed.headers["etag"]
        assert ask(server, **{"If-None-Match": '"another"'}).status == 200


def test_a_server_without_the_page_says_so_at_its_start(tmp_path: Path) -> None:
    package = tmp_path / "lastcard"
    shutil.copytree(Path(lastcard.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    with ServerProcess(tmp_path / "tables.db", env={"PYTHONPATH": str(tmp_path)}) as server:
        code, said = server.stop()
    assert code == 0 and "the page for browsers was not built" in said


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of a few files."""
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "sw.js", *pages._FILES):
        (tmp_path / name).write_text(name)
    (tmp_path / "assets" / "index-1a2b.js").write_text("/* a long script */" * 200)
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    (tmp_path / "site" / "playing").mkdir(parents=True)
    (tmp_path / "site" / "playing" / "index.html").write_text("how to play")
    monkeypatch.setattr(pages, "SITE", tmp_path / "site")


def test_every_address_of_the_page_is_the_same_document_and_asked_for_again(built: None) -> None:
    for path in ("/", "/new", "/t/ABC", "/match/1"):
        answer = get(path)
        assert (answer.status, answer.body) == (200, b"index.html")
        assert answer.headers["cache-control"] == "no-cache"
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_service_worker_is_asked_for_again_and_may_fetch_the_page(built: None) -> None:
    answer = get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert "connect-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"].startswith("text/javascript")


def test_files_named_by_their_content_are_kept_and_sent_compressed(built: None) -> None:
    answer = get("/assets/index-1a2b.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(answer.body).startswith(b"/* a long script */")


def test_a_file_is_compressed_once_whoever_asks(built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """To compress takes milliseconds: for every request, one address would keep the server busy."""
    done: list[bytes] = []
    compress = gzip.compress
    monkeypatch.setattr(gzip, "compress", lambda data, **options: done.append(data) or compress(data, **options))
    assert len({get("/assets/index-1a2b.js").body for _ in range(3)}) == 1
    assert len(done) == 1


@pytest.mark.parametrize(
    ("path", "accept", "for_people"),
    [("/nonsense", "text/html,*/*", True), ("/nonsense", "*/*", False), ("/api/nonsense", "text/html", False)],
)
def test_only_a_browser_that_looks_for_a_page_is_shown_one(path: str, accept: str, for_people: bool) -> None:
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"", "scheme": "http",
             "headers": [(b"accept", accept.encode())], "server": ("test", 80)}  # fmt: skip
    assert pages.is_for_people(Request(scope)) is for_people


def test_an_address_that_does_not_exist_is_the_document_too_but_says_so(built: None) -> None:
    assert pages.document(404).status_code == 404


def test_a_page_that_was_not_built_has_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "nothing")
    assert get("/").status == 503
    assert [get(path).status for path in ("/sw.js", "/icon.svg")] == [404, 404]


def test_every_file_of_the_page_is_served_and_kept_on_the_device() -> None:
    public = sorted(path.name for path in (WEB / "public").iterdir())
    assert sorted(pages._FILES) == public
    config = (WEB / "vite.config.ts").read_text(encoding="utf-8")
    kept = re.search(r"const PUBLIC = \[(.*?)\];", config, re.DOTALL)
    assert kept is not None and sorted(re.findall(r'"(.+?)"', kept[1])) == public
    icons = json.loads((WEB / "public" / "manifest.webmanifest").read_text(encoding="utf-8"))["icons"]
    assert {icon["src"].lstrip("/") for icon in icons} <= set(public)


@pytest.fixture
def rules_for_browsers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that may get rules for browsers, which count as current."""
    monkeypatch.setattr(engine, "FOLDER", tmp_path)
    monkeypatch.setattr(engine, "is_current", lambda: True)
    engine._is_current.cache_clear()
    return tmp_path


def test_a_server_without_rules_for_browsers_has_none(rules_for_browsers: Path) -> None:
    assert get("/engine/rules.json").status == 404


def test_rules_for_browsers_may_come_while_the_server_runs(rules_for_browsers: Path) -> None:
    (rules_for_browsers / "rules.json").write_text("{}")
    (rules_for_browsers / "rules-1a2b.wasm").write_bytes(bytes(5000))
    manifest, module = get("/engine/rules.json"), get("/engine/rules-1a2b.wasm")
    assert (manifest.status, manifest.body, manifest.headers["cache-control"]) == (200, b"{}", "no-cache")
    assert (module.headers["content-type"], module.headers["content-encoding"]) == ("application/wasm", "gzip")
    assert gzip.decompress(module.body) == bytes(5000)


def test_rules_of_another_text_are_not_served(rules_for_browsers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (rules_for_browsers / "rules.json").write_text("{}")
    monkeypatch.setattr(engine, "is_current", lambda: False)
    assert get("/engine/rules.json").status == 404


def test_workers_of_the_page_have_its_policy(built: None) -> None:
    assert (
        get("/assets/index-1a2b.js").headers["content-security-policy"] == get("/").headers["content-security-policy"]
    )


def test_the_site_of_the_documents_is_served_where_it_is_built(built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = get("/docs/playing/")
    assert (answer.status, answer.body, answer.headers["cache-control"]) == (200, b"how to play", "no-cache")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert get("/docs/../index.html").status == 404
    monkeypatch.setattr(pages, "SITE", Path("nowhere"))
    assert get("/docs/playing/").status == 404
