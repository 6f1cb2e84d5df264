"""`learned`: asks a net that learned by playing millions of rounds against itself.

A net is for the rules and the number of seats that it was trained and measured at.  Elsewhere another bot answers.
"""

from array import array
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from ..env.engine import compiled_tables
from ..env.net import ask_net
from ..env.observer import Observer
from ..errors import LastCardError
from ..rules import Ruleset
from ..sim.engines import choose_backend
from ..values import Action
from ..view import View
from .careful import CarefulBot
from .nets import NetFile, read_facts, read_net, shipped
from .search import SearchBot

Other = SearchBot | CarefulBot
ELSEWHERE: dict[str, type[SearchBot] | type[CarefulBot]] = {"search": SearchBot, "careful": CarefulBot}


class _Numbers:
    """Numbers in a row, as compiled code takes them."""

    width = 0

    def __init__(self, numbers: "array[Any]") -> None:
        self.numbers = numbers  # they must stay
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
        self._seen[:] = array("b", seen[: self.features])
        self._ask()
        return self._values[-self.choices :]


def measured_at() -> list[tuple[str, int]]:
    """Return the rules, by their ids, and the numbers of seats that there are nets for."""
    return [(facts["rules"], facts["seats"]) for facts in map(read_facts, shipped())]


@cache
def net_for(rules: Ruleset, seats: int) -> tuple[Net, Observer] | None:
    """Return the net for these rules and seats, and what shows views to it; None if there is none."""
    for path in shipped():
        facts = read_facts(path)
        if (facts["digest"], facts["seats"]) == (rules.digest, seats):
            observer = Observer(rules, seats=seats, claims="auto")
            if observer.version != facts["version"]:
                raise LastCardError(f"{path.name} is for {facts['version']}, but views are shown as {observer.version}")
            return Net(read_net(path)), observer
    return None


@cache
def is_compiled() -> bool:
    """Return whether nets are asked by compiled code, which takes less than a millisecond; load it if there is any."""
    return choose_backend("auto", compiled_tables) == "c"


def answers_at_once(rules: Ruleset, seats: int) -> bool:
    """Return whether `learned` has a net for these rules and seats, and asks it by compiled code."""
    return net_for(rules, seats) is not None and is_compiled()


class LearnedBot:
    """A bot with a net.  Where there is none, it plays as `elsewhere` says: as `search`, or as `careful`.

    It calls, catches and jumps in as `careful` does; the net decides everything else.
    """

    name = "learned"

    def __init__(self, seed: int = 0, *, elsewhere: str = "search", backend: str = "auto") -> None:
        if elsewhere not in ELSEWHERE:
            raise LastCardError(f"elsewhere={elsewhere}: expected search or careful")
        self._seed, self._elsewhere, self._backend = seed, elsewhere, backend
        self._habits = CarefulBot(seed)
        self._other: Other | None = None
        self._asker: tuple[Net, Asker] | None = None

    def prepare(self) -> None:
        """Load the compiled code, so that nothing is left to load when a table waits."""
        choose_backend(self._backend, compiled_tables)

    def plays_as(self, rules: Ruleset, seats: int) -> str:
        """Return the name of the bot that decides at such a table: its own, or that of the other."""
        return self._elsewhere if net_for(rules, seats) is None else self.name

    def decide(self, view: View) -> Action:
        """Return the best action, as the net sees it; or what the other bot decides."""
        found = net_for(view.rules, view.status.seats)
        return self._stand_in().decide(view) if found is None else self._best(view, *found)

    def claim(self, view: View) -> Action | None:
        """Claim what `careful` would; or what the other bot would."""
        bot = self._stand_in() if net_for(view.rules, view.status.seats) is None else self._habits
        return bot.claim(view)

    def _best(self, view: View, net: Net, observer: Observer) -> Action:
        choices = observer.legal(view, claim=False)
        best = choices[0]
        if len(choices) > 1:
            if self._asker is None or self._asker[0] is not net:
                self._asker = net, Asker(net, self._backend)
            values = self._asker[1].values(observer.observe(view, claim=False))
            best = max(choices, key=values.__getitem__)
        action = observer.action(view, best)
        assert action is not None  # only a claim can be left out
        return action

    def _stand_in(self) -> Other:
        if self._other is None:
            self._other = ELSEWHERE[self._elsewhere](self._seed)
        return self._other
