"""`learned`: asks a net that learned by playing millions of rounds against itself.

A net is for the rules and the number of seats that it was trained and measured at.  Elsewhere another bot answers.
"""

from array import array
from functools import cache, partial
from typing import Any, NamedTuple

from ..backends.c.library import Library
from ..env.engine import compiled_tables
from ..env.net import ask_net
from ..env.observer import Observer
from ..errors import LastCardError
from ..rules import Ruleset
from ..sim.engines import choose_backend
from ..values import Action
from ..view import View
from .base import Bot
from .careful import CarefulBot
from .nets import read_facts, read_net, shipped
from .search import SearchBot

ELSEWHERE: dict[str, type[SearchBot] | type[CarefulBot]] = {"search": SearchBot, "careful": CarefulBot}


class _Numbers:
    """Numbers in a row, as compiled code takes them."""

    width = 0

    def __init__(self, numbers: "array[Any]") -> None:
        self.numbers = numbers  # they must stay
        self.address, self.length = numbers.buffer_info()


class Net(NamedTuple):
    """A net, and how views are shown to it."""

    observer: Observer
    features: int
    sizes: "array[int]"
    weights: "array[float]"


class Mind:
    """A net with room for its thoughts; threads must not share one."""

    def __init__(self, net: Net, backend: str) -> None:
        self.net = net
        self._seen = array("b", bytes(net.features))
        self._values = array("f", bytes(4 * sum(net.sizes[1:])))
        given = (net.sizes, self._seen, net.weights, self._values)
        if choose_backend(backend, compiled_tables) == "c":
            self._given = [_Numbers(numbers) for numbers in given]
            self._ask = _prepared(compiled_tables(), self._given)
        else:
            self._ask = partial(ask_net, *given)  # type: ignore[arg-type]  # arrays round as compiled code does

    def decide(self, view: View) -> Action:
        """Return the best action, as the net sees it."""
        observer = self.net.observer
        choices = observer.legal(view, claim=False)
        best = choices[0] if len(choices) == 1 else self._best(view, choices)
        action = observer.action(view, best)
        assert action is not None  # only a claim can be left out
        return action

    def _best(self, view: View, choices: list[int]) -> int:
        self._seen[:] = array("b", self.net.observer.observe(view, claim=False)[: self.net.features])
        self._ask()
        last = len(self._values) - self.net.sizes[-1]
        return max(choices, key=lambda choice: self._values[last + choice])


def _prepared(library: Library, given: list[_Numbers]) -> Any:
    return library.prepared("ask_net", *given)


def measured_at() -> list[tuple[str, int]]:
    """Return the rules, by their ids, and the numbers of seats that there are nets for."""
    return [(facts["rules"], facts["seats"]) for facts in map(read_facts, shipped())]


@cache
def net_for(rules: Ruleset, seats: int) -> Net | None:
    """Return the net for these rules and seats, or None if there is none."""
    for path in shipped():
        facts = read_facts(path)
        if (facts["digest"], facts["seats"]) == (rules.digest, seats):
            observer = Observer(rules, seats=seats, claims="auto")
            if observer.version != facts["version"]:
                raise LastCardError(f"{path.name} is for {facts['version']}, but views are shown as {observer.version}")
            file = read_net(path)
            return Net(observer, file.sizes[0], array("i", file.sizes), file.floats())
    return None


class LearnedBot:
    """A bot with a net.  Where there is none, it plays as `elsewhere` says: as `search`, or as `careful`.

    It calls, catches and jumps in as `careful` does; the net decides everything else.
    """

    name = "learned"

    def __init__(self, seed: int = 0, *, elsewhere: str = "search", backend: str = "auto") -> None:
        if elsewhere not in ELSEWHERE:
            raise LastCardError(f"elsewhere={elsewhere}: expected search or careful")
        self._habits = CarefulBot(seed)
        self._backend = backend
        self._seed, self._elsewhere = seed, elsewhere
        self._other: Bot | None = None
        self._mind: Mind | None = None

    def prepare(self) -> None:
        """Load the compiled code, so that nothing is left to load when a table waits."""
        choose_backend(self._backend, compiled_tables)

    def plays_as(self, rules: Ruleset, seats: int) -> str:
        """Return the name of the bot whose decisions these are, at a table: its own, or that of the other."""
        return self._elsewhere if net_for(rules, seats) is None else self.name

    def decide(self, view: View) -> Action:
        """Return the best action, as the net sees it; or what the other bot decides."""
        mind = self._mind_for(view)
        return self._stand_in().decide(view) if mind is None else mind.decide(view)  # type: ignore[return-value]

    def claim(self, view: View) -> Action | None:
        """Claim what `careful` would; or what the other bot would."""
        bot = self._habits if self._mind_for(view) is not None else self._stand_in()
        return bot.claim(view)  # type: ignore[return-value]  # both return actions

    def _mind_for(self, view: View) -> Mind | None:
        net = net_for(view.rules, view.status.seats)
        if net is None:
            return None
        if self._mind is None or self._mind.net is not net:
            self._mind = Mind(net, self._backend)
        return self._mind

    def _stand_in(self) -> Bot:
        if self._other is None:
            self._other = ELSEWHERE[self._elsewhere](self._seed)
        return self._other
