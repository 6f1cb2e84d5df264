"""By which names the server may be called: no page of another site becomes one of its own by its name (rebinding)."""

from pathlib import Path

import pytest
from starlette.datastructures import Headers

from lastcard.errors import LastCardError
from lastcard.online.server.net.hosts import Hosts, check_host
from online import ServerProcess, run
from raw import GET, HOST, KEY, UPGRADE, raw

OWN = [
    "localhost", "localhost:8000", "LOCALHOST", "127.0.0.1:8000", "[::1]:8000", "[::1]", "192.168.1.7:8000", "10.0.0.1",
    "[fe80::1]", "203.0.113.9", "kitchen", "kitchen:8000", "kitchen.local:8000", "kitchen.local.", "a.localhost",
    "pi.home.arpa", "table.internal", "cards.example", "CARDS.example:443", "cards.example.", "play.example:8443",
]  # fmt: skip
FOREIGN = [
    "evil.example", "evil.example:8000", "cards.example.evil.example", "xcards.example", "local.evil.example", "1.2.3",
    "127.0.0.1.evil.example", "evil.local.example", "", ":8000", "[::1", "cards.example@evil.example", "a b", "0x7f.1",
    "cards.example:x", "evil.example:8000, localhost",
]  # fmt: skip


def test_names_that_nobody_can_register_and_listed_ones_are_its_own() -> None:
    hosts = Hosts(("cards.example",), ("https://play.example",))
    assert [name for name in OWN if not hosts.fine(Headers({"Host": name}))] == []
    assert [name for name in FOREIGN if hosts.fine(Headers({"Host": name}))] == []
    assert hosts.fine(Headers({})), "programs need not name it"
    assert not hosts.fine(Headers(raw=[(b"host", b"localhost"), (b"host", b"evil.example")]))


@pytest.mark.parametrize("text", ["https://a.example", "a.example:80", "a.example/", "", "*", "A.example", ".x"])
def test_a_name_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(LastCardError, match="such as cards.example"):
        check_host(text)


def test_a_page_that_calls_the_server_by_its_own_name_gets_nothing(tmp_path: Path) -> None:
    evil = b"Host: evil.example:8000\r\nOrigin: http://evil.example:8000\r\nCookie: lastcard=x\r\n"

    async def main(server: ServerProcess) -> None:
        for path in (b"/", b"/api/me", b"/api/tables", b"/healthz", b"/assets/x.js"):
            heard = await raw(server.url, GET.replace(HOST, evil).replace(b"/healthz", path) + b"\r\n")
            assert heard.startswith(b"HTTP/1.1 421") and b"--hosts" in heard
        heard = await raw(server.url, GET.replace(HOST, evil) + b"Accept: text/html\r\n\r\n")
        assert b"text/plain" in heard and b"--hosts" in heard
        assert (await raw(server.url, UPGRADE.replace(HOST, evil) + KEY + b"\r\n")).startswith(b"HTTP/1.1 403")
        known = evil.replace(b"evil", b"cards")
        assert (await raw(server.url, GET.replace(HOST, known) + b"\r\n")).startswith(b"HTTP/1.1 200")
        assert (await raw(server.url, UPGRADE.replace(HOST, known) + KEY + b"\r\n")).startswith(b"HTTP/1.1 101")

    with ServerProcess(tmp_path / "tables.db", "--hosts", "cards.example, www.cards.example") as server:
        run(main(server))


def test_a_trusted_proxy_calls_the_server_by_any_name(tmp_path: Path) -> None:
    """It answers for its own names, which are public: nobody's browser reaches by it what is private."""

    async def main(server: ServerProcess) -> None:
        asked = GET.replace(HOST, b"Host: cards.example\r\nX-Forwarded-For: 192.0.2.1\r\n") + b"\r\n"
        assert (await raw(server.url, asked)).startswith(b"HTTP/1.1 200")

    with ServerProcess(tmp_path / "tables.db", "--proxy", "127.0.0.1") as server:
        run(main(server))
