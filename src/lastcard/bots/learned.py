"""`learned`: asks a net that learned by playing millions of rounds.

A net plays by the rules and with the number of seats that it was trained for, and where else it was measured to be
good.  Elsewhere another bot answers.
"""

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from ..env.engine import compiled_tables
from ..env.net import ask_net
from ..env.observer import Observer
from ..errors import LastCardError
from ..game.values import Action
from ..game.view import View
from ..rules import Ruleset, ruleset_of
from ..sim.engines import BACKENDS, check_backend, choose_backend
from .base import deciding_seat
from .careful import CarefulBot
from .carrying import Carried, read_places
from .nets import NetFile, read_facts, read_net, shipped
from .pace import WAITS, Pace
from .search import SearchBot

ELSEWHERE = ("search", "careful")
KEPT = 16  # nets that are ready to play; one takes 4 MB
USUAL = {"history": 8, "colours": "canonical"}  # options that the facts of a net may leave out


class _Numbers:
    """Numbers in a row, as compiled code takes them."""

    width = 0

    def __init__(self, numbers: "array[Any]") -> None:
        self._fixed = memoryview(numbers)  # while there is a view, they stay where they are
        self.address, self.length = numbers.buffer_info()


class Net:
    """A net, which many bots may share."""

    def __init__(self, file: NetFile) -> None:
        self.sizes, self.weights = array("i", file.sizes), array("f", file.floats())


class Asker:
    """Asks a net.  It keeps what it was asked and the answer, so threads must not share one."""

    def __init__(self, net: Net, backend: str = "auto") -> None:
        self.features, self.choices = net.sizes[0], net.sizes[-1]
        self._seen = array("b", bytes(self.features))
        self._values = array("f", bytes(4 * sum(net.sizes[1:])))
        given = (net.sizes, self._seen, net.weights, self._values)
        if choose_backend(backend, compiled_tables) == "c":
            self._given = [_Numbers(numbers) for numbers in given]
            self._ask = compiled_tables().prepared("ask_net", *self._given)
        else:
            self._ask = partial(ask_net, *given)  # type: ignore[arg-type]  # arrays round as compiled code does

    def values(self, seen: Sequence[int] | bytes) -> "array[float]":
        """Return the value of every choice to a seat that sees this; more features than the net has are left out."""
        if len(seen) < self.features:
            raise LastCardError(f"this net needs {self.features} features, not {len(seen)}")
        self._seen[:] = array("b", seen[: self.features])
        self._ask()
        return self._values[-self.choices :]


class Fitted(NamedTuple):
    """A net, what shows views to it, and how it is carried to where they are from."""

    net: Net
    observer: Observer
    carried: Carried


class Chooser:
    """Chooses for seats at tables of one kind by a net, at a pace that does not bore people (`pace`).

    It sees what `Observer` and `Tables` show, so at both it makes the same choices.  Threads must not share one.
    """

    def __init__(self, fitted: Fitted, waits: str = "seldom", backend: str = "auto") -> None:
        self.fitted = fitted
        self._asker, self._pace = Asker(fitted.net, backend), Pace(fitted.observer.setting, waits)

    def choose(self, seen: Sequence[int], legal: Sequence[int], ply: int) -> int:
        """Return which of the legal choices to make, by its index, after so many moves of the round."""
        return self.best(self._asker.values(self.fitted.carried.shown(seen)), seen, legal, ply)

    def best(self, values: Sequence[float], seen: Sequence[int], legal: Sequence[int], ply: int) -> int:
        """Return which choice to make, given what the net says of each of its own."""
        return self._pace.best([values[choice] for choice in self.fitted.carried.choices], seen, legal, ply)


# ---------------------------------------------------------------- finding nets


def fitted(file: NetFile, rules: Ruleset | None = None, seats: int | None = None) -> Fitted:
    """Return a net with what shows views to it, by its own rules and seats or by others.

    Raise LastCardError if it cannot play there, or if views can no longer be shown as it needs them.
    """
    facts, net = file.facts, Net(file)
    own = Observer(facts["rules"], seats=facts["seats"], claims="auto", **shown_to(facts))
    if own.version != facts["version"]:
        raise LastCardError(f"this net is for {facts['version']}, but views are shown as {own.version}")
    if file.sizes[0] > own.layout.size or file.sizes[-1] != len(own.setting.universal):
        raise LastCardError(f"this net has layers of {file.sizes}, which does not fit {own.version}")
    if not isfinite(sum(net.weights)):
        raise LastCardError("this net is damaged: not all of its weights are numbers")
    there = Observer(rules or own.rules, seats=seats or own.seats, claims="auto", **shown_to(facts))
    return Fitted(net, there, Carried(own.setting, there.setting, file.sizes[0]))


def shown_to(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `Observer` and `Tables` that a net was trained with."""
    return {name: facts.get(name, usual) for name, usual in USUAL.items()}


@cache
def _paths() -> dict[tuple[str, int], Path]:
    """Return where the net is for the digest of a rule set and a number of seats; damaged ones are left out."""
    found, own = {}, {}
    for path in shipped():
        with suppress(LastCardError, OSError):
            facts = read_facts(path)
            found[path.stem] = path
            own[facts["digest"], facts["seats"]] = path
    return {(place.digest, place.seats): found[place.net] for place in read_places() if place.net in found} | own


@lru_cache(KEPT)
def _opened(path: Path, rules: Ruleset, seats: int) -> Fitted | None:
    try:
        return fitted(read_net(path), rules, seats)
    except (LastCardError, OSError):  # it is of an older version, or damaged
        return None


def net_for(rules: Ruleset, seats: int) -> Fitted | None:
    """Return the net for these rules and seats; None if there is none, or none that fits this version."""
    path = _paths().get((rules.digest, seats))
    return None if path is None else _opened(path, rules, seats)


def is_compiled() -> bool:
    """Return whether nets are asked by compiled code, which takes less than a millisecond; load it if there is any."""
    return choose_backend("auto", compiled_tables) == "c"


def answers_at_once(rules: Ruleset, seats: int) -> bool:
    """Return whether `learned` has a net for these rules and seats, and asks it by compiled code."""
    return net_for(rules, seats) is not None and is_compiled()


class LearnedBot:
    """A bot with a net.  Where there is none, it plays as `elsewhere` says: as `search`, or as `careful`.

    It calls, catches and jumps in as `careful` does; the net decides everything else.  `waits` says how often it draws,
    or keeps a drawn card, although it could play one: never, seldom (so that rounds do not drag on), or freely.
    """

    name = "learned"

    def __init__(
        self, seed: int = 0, *, elsewhere: str = "search", waits: str = "seldom", backend: str = "auto"
    ) -> None:  # fmt: skip
        if elsewhere not in ELSEWHERE:
            raise LastCardError(f"elsewhere={elsewhere}: expected search or careful")
        if waits not in WAITS:
            raise LastCardError(f"waits={waits}: expected never, seldom or freely")
        check_backend(backend, BACKENDS)
        self._seed, self._elsewhere, self._backend = seed, elsewhere, backend
        self._habits = CarefulBot(seed)
        self._other: SearchBot | CarefulBot | None = None
        self._waits = waits
        self._chooser: Chooser | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy needs; it asks the same nets in a place of its own, which cannot be copied."""
        return {**self.__dict__, "_chooser": None}

    def prepare(self) -> None:
        """Load the compiled code, also that of the other bot, so that nothing is left to load when a table waits."""
        choose_backend(self._backend, compiled_tables)
        if isinstance(other := self._stand_in(), SearchBot):
            other.prepare()

    def net_for(self, rules: Ruleset, seats: int) -> Fitted | None:
        """Return the net that decides at such a table, or None if the other bot does."""
        return net_for(rules, seats)

    def plays_as(self, rules: Ruleset | str, seats: int) -> str:
        """Return the name of the bot that decides at such a table: its own, or that of the other."""
        ruleset = ruleset_of(rules)
        ruleset.check_table(seats)
        return self._elsewhere if self.net_for(ruleset, seats) is None else self.name

    def decide(self, view: View) -> Action:
        """Return the best action, as the net sees it; or what the other bot decides."""
        found = self.net_for(view.rules, view.status.seats)
        return self._stand_in().decide(view) if found is None else self._best(view, found)

    def claim(self, view: View) -> Action | None:
        """Claim what `careful` would; or what the other bot would."""
        bot = self._stand_in() if self.net_for(view.rules, view.status.seats) is None else self._habits
        return bot.claim(view)

    def _best(self, view: View, found: Fitted) -> Action:
        deciding_seat(view)
        observer = found.observer
        choices = observer.legal(view, claim=False)
        best = choices[0]
        if len(choices) > 1:
            if self._chooser is None or self._chooser.fitted is not found:
                self._chooser = Chooser(found, self._waits, self._backend)
            best = self._chooser.choose(observer.observe(view, claim=False), choices, view.ply)
        action = observer.action(view, best)
        assert action is not None  # only a claim can be left out
        return action

    def _stand_in(self) -> SearchBot | CarefulBot:
        if self._other is None:
            search = self._elsewhere == "search"
            self._other = SearchBot(self._seed, backend=self._backend) if search else CarefulBot(self._seed)
        return self._other
