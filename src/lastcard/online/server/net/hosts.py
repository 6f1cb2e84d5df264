"""By which names a server may be called, so that no name of another site can be made to lead to it (DNS rebinding).

A page of another site can point its own name at this machine, and would then count as a page of this server.  Such a
name is a public one.  Addresses, and names that nobody can register, cannot be used for it.
"""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from ...._util.bounds import quoted
from ....errors import LastCardError

PRIVATE = (".localhost", ".local", ".home.arpa", ".internal")  # reserved for names without an owner
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z_.-]+)(:[0-9]{1,5})?")
_NAME = re.compile(r"[0-9a-z_-]+(\.[0-9a-z_-]+)*")


def check_host(text: str) -> None:
    """Raise LastCardError unless a text is a name as browsers send it."""
    if not _NAME.fullmatch(text):
        raise LastCardError(
            f"{quoted(text)} is not the name of a host; write it in lower case, without http://, port or path, "
            "such as cards.example"
        )


class Hosts:
    """The names by which a server may be called: private ones, those that were listed, and those of listed sites."""

    def __init__(self, names: Iterable[str], origins: Iterable[str]) -> None:
        self._names = {*names, *(urlsplit(origin).hostname or "" for origin in origins)}

    def fine(self, headers: Headers) -> bool:
        """Return whether a request calls the server by one of its names; programs need not call it by any."""
        given = headers.getlist("host")
        if len(given) != 1:
            return not given
        found = _HOST.fullmatch(given[0].lower())
        return found is not None and self._knows(found[1].rstrip("."))

    def _knows(self, name: str) -> bool:
        return name in self._names or "." not in name or name.endswith(PRIVATE) or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
