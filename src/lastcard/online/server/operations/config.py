"""The settings of the process, from flags and from the environment.  A flag wins."""

import os
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass, fields
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

from ...._util.bounds import quoted
from ....errors import LastCardError
from ..net.hosts import check_host
from ..net.origins import check_origin

PREFIX = "LASTCARD_"
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Config:
    """How to run a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("lastcard.db")
    backups: Path = Path("backups")  # the folder for copies of the data, made at SIGUSR1
    hosts: tuple[str, ...] = ()  # public names of the server
    origins: tuple[str, ...] = ()  # pages of other hosts that may use the server
    secure: bool = False  # cookies only over HTTPS
    proxy: tuple[str, ...] = ()  # addresses and networks of proxies that may say from where a client comes
    metrics: int = 0  # port; 0 means none
    metrics_host: str = "127.0.0.1"
    thinkers: int = 2  # bots that may think at once
    haste: float = 1.0  # windows and pauses of bots, multiplied; for tests and measurements
    patience: float = 1.0  # the time people have, multiplied; for tests
    limits: float = 1.0  # limits of messages and requests, multiplied; for measurements
    open: bool = False  # open the page in the browser of this machine
    keep_days: int = 0  # how long matches are kept after their table has ended; 0 means for good
    quota: int = 10_000  # megabytes that the data may take; 0 means as much as there is
    accept_loss: bool = False  # start although the journal of the data is missing
    log: str = "info"

    @classmethod
    def read(cls, args: Namespace) -> "Config":
        """Read the settings; raise LastCardError for one that makes no sense."""
        found: dict[str, Any] = {}
        for field in fields(cls):
            given = getattr(args, field.name, None)
            text = os.environ.get(PREFIX + field.name.upper())
            if given is not None:
                found[field.name] = _read_list(given) if isinstance(field.default, tuple) else given
            elif text is not None:
                found[field.name] = _read(field.name, getattr(cls(), field.name), text)
        config = cls(**found)
        config._check()
        return config

    def _check(self) -> None:
        if not 0 <= self.port <= 65535 or not 0 <= self.metrics <= 65535:
            raise LastCardError("a port is a number from 0 to 65535")
        for host in self.hosts:
            check_host(host)
        for origin in self.origins:
            check_origin(origin)
        proxies_of(self.proxy)
        if not 1 <= self.thinkers <= 64:
            raise LastCardError("between 1 and 64 bots may think at once")
        if not all(0 < factor <= 1e6 for factor in (self.haste, self.patience, self.limits)):
            raise LastCardError("haste, patience and limits must be above 0 and at most 1,000,000")
        if not 0 <= self.keep_days <= 100_000:
            raise LastCardError("matches are kept for 0 (for good) to 100,000 days")
        if not 0 <= self.quota <= 1_000_000_000:
            raise LastCardError("the data may take 0 (no limit) to 1,000,000,000 megabytes")
        if self.log not in LOG_LEVELS:
            raise LastCardError(f"log must be one of {', '.join(LOG_LEVELS)}")


class Proxies:
    """The addresses of the proxies that a server trusts."""

    def __init__(self, networks: Iterable[IPv4Network | IPv6Network]) -> None:
        self._networks = tuple(networks)

    def __contains__(self, host: object) -> bool:
        try:
            address = ip_address(str(host))
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def proxies_of(texts: Iterable[str]) -> Proxies:
    """Read addresses and networks; raise LastCardError for a text that is neither."""
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text))
        except ValueError:
            raise LastCardError(f"proxy {quoted(text)} is not an address or a network, such as 10.0.0.0/8") from None
    return Proxies(networks)


def _read_list(text: str) -> tuple[str, ...]:
    """Return the words of a list, which are separated by commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _read(name: str, default: Any, text: str) -> Any:
    """Read a setting from the environment, by the type of its default."""
    try:
        if isinstance(default, bool):
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        if isinstance(default, tuple):
            return _read_list(text)
        return type(default)(text)
    except (ValueError, KeyError):
        raise LastCardError(f"{PREFIX}{name.upper()}={quoted(text)} makes no sense") from None
