"""Measure where the nets of `learned` play well, and write it to the file beside them that the bot reads.

    python training/places.py --rounds 12288                                    every net by every preset and option
    python training/places.py --net official-2 --rules one official+stack --write    these alone; other places stay

At each place one seat is the net's, and `careful` plays all others.  The net may play where the whole 95 % interval is
far enough above chance, and where rounds are not much longer than among `careful` alone.  How a round goes against
somebody who only draws is measured too; that player sits next after the net.

This needs NumPy.  Where PyTorch finds a GPU, the net is asked there.
"""

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastcard import Ruleset
from lastcard.arena import wilson
from lastcard.bots.carrying import Place, read_places, write_places
from lastcard.bots.learned import Chooser, fitted
from lastcard.bots.nets import FOLDER, SUFFIX, NetFile, read_facts, read_net, shipped
from lastcard.bots.pace import WAITS
from lastcard.core.terms import DRAW, NONE, PASS, TAKE, VERBS
from lastcard.env import Tables
from lastcard.errors import LastCardError
from lastcard.rules import PRESETS
from options import Help, positive

torch: Any = None
with suppress(ImportError):
    import torch

TABLES = 512
FRESH = 1 << 42  # seeds from here on were not used in training
ABOVE = 1.1  # times its share by chance: what a net must surely win
LONGER = 1.3  # times as long as a round of `careful`: what a round may last
MOST_TURNS = 2_000  # of a round; one that has more counts as lost
DRAWN_OUT = 128  # rounds against somebody who only draws
OPTIONS = (
    "stack", "stack-up", "stack-any", "deflect", "draw-until", "force-play", "no-bluff", "jump-in", "single-round",
)  # fmt: skip
EVERYWHERE = (*PRESETS, *(f"official+{option}" for option in OPTIONS))

Choice = Callable[[Tables, NDArray[np.intp]], NDArray[np.int64]]  # for these tables


class Played(NamedTuple):
    """How rounds went."""

    rounds: int
    won: float
    turns: NDArray[np.int64]  # of each round that ended
    unfinished: int

    @property
    def mean(self) -> float:
        """How many turns a round had."""
        return float(self.turns.mean()) if len(self.turns) else 0.0


def careful(tables: Tables, _: NDArray[np.intp]) -> NDArray[np.int64]:
    """Choose as `careful`."""
    return tables.advise("careful").astype(np.int64)


def drawing(tables: Tables, _: NDArray[np.intp]) -> NDArray[np.int64]:
    """Draw, keep the card, and play only what must be played."""
    liking = np.where(tables.universal < VERBS, 1, 2)
    for number, much in ((TAKE, 3), (PASS, 4), (DRAW, 5)):
        liking[tables.universal == number] = much
    return np.where(tables.mask, liking, 0).argmax(1)


def asked_together(file: NetFile) -> Callable[[NDArray[np.int8]], NDArray[np.float32]]:
    """Return what asks a net about many rows at once, on a GPU if PyTorch finds one."""
    device = "cuda" if torch is not None and torch.cuda.is_available() else ""
    numbers, layers = np.frombuffer(file.weights, "<f2").astype(np.float32), []
    for into, out in itertools.pairwise(file.sizes):
        layer, numbers = numbers[: (into + 1) * out].reshape(into + 1, out), numbers[(into + 1) * out :]
        layers.append(torch.tensor(layer, device=device) if device else layer)

    def ask(rows: NDArray[np.int8]) -> NDArray[np.float32]:
        deep: Any = torch.tensor(rows, device=device).float() if device else rows.astype(np.float32)
        for place, layer in enumerate(layers):
            deep = (deep if place == 0 else deep.clip(0)) @ layer[:-1] + layer[-1]
        return deep.cpu().numpy() if device else deep  # type: ignore[no-any-return]  # an array by now

    return ask


def by_net(file: NetFile, chooser: Chooser) -> Choice:
    """Choose as the bot `learned` does."""
    ask, columns = asked_together(file), np.array(chooser.fitted.carried.columns)

    def choose(tables: Tables, where: NDArray[np.intp]) -> NDArray[np.int64]:
        found, rows = np.zeros(tables.tables, np.int64), tables.obs[where]
        worth = ask(np.where(columns == NONE, 0, rows[:, columns])).tolist()
        for table, seen, values in zip(where.tolist(), rows.tolist(), worth, strict=True):
            legal = np.flatnonzero(tables.mask[table]).tolist()
            found[table] = chooser.best(values, seen, legal, tables.ply(table))
        return found

    return choose


def play(rules: Ruleset, count: int, each: int, seed: int, players: Sequence[Choice]) -> Played:
    """Play so many rounds at each of some tables, where all seats in turn are that of the first player."""
    seats = len(players)
    tables = Tables(rules, seats=seats, tables=count, seed=FRESH + seed, claims="auto", forced="ask")
    rows, mine, phase = np.arange(count), np.arange(count) % seats, tables.layout["phase"].start
    ended, turns, lengths, won = np.zeros(count, int), np.zeros(count, int), [np.zeros(0, int)], 0.0
    while (live := (ended < each) & (turns < MOST_TURNS)).any():
        place, chosen = (tables.seat - mine) % seats, tables.mask.argmax(1)
        for number, choose in enumerate(players):
            if len(where := np.flatnonzero(live & (place == number))):
                chosen[where] = choose(tables, where)[where]
        turns += tables.obs[:, phase] == 1  # the first phase: a turn begins
        tables.step(chosen)
        over = tables.ended & live
        won += float(np.maximum(tables.rewards[rows, mine], 0)[over].sum())
        lengths.append(turns[over])
        ended += over
        turns[over] = 0
    unfinished = int((ended < each).sum())
    found = np.concatenate(lengths)
    return Played(len(found) + unfinished, won, found, unfinished)


class Measured(NamedTuple):
    """What was measured at a place."""

    place: Place
    drawn_out: Played  # against somebody who only draws

    @property
    def plays(self) -> bool:
        """Whether the net may play there."""
        place = self.place
        return place.low > ABOVE / place.seats and place.turns <= LONGER * place.usual_turns

    def __str__(self) -> str:
        place, out = self.place, self.drawn_out
        wins = f"{100 * place.wins:.1f} % ({100 * place.low:.1f} to {100 * place.high:.1f}) of {place.rounds:,}"
        slow = f"{out.mean:.0f} turns, at most {out.turns.max(initial=0)}, {out.unfinished} without end"
        turns = f"{place.turns:.1f} | {place.usual_turns:.1f}"
        verdict = "plays" if self.plays else "search plays"
        return f"| {place.net} | {place.rules} | {place.seats} | {wins} | {turns} | {slow} | {verdict} |"


HEAD = """\
| net | rules | seats | wins against `careful` | turns | of `careful` | against one who only draws | |
|---|---|---|---|---|---|---|---|"""


def measured(name: str, rules: str, seats: int, rounds: int, waits: str) -> Measured | None:
    """Measure a net at a place; None if it cannot play there."""
    file, ruleset = read_net(FOLDER / f"{name}{SUFFIX}"), Ruleset.from_id(rules)
    try:
        ruleset.check_table(seats)
        found = fitted(file, ruleset, seats)
    except LastCardError:
        return None
    each, others, net = -(-rounds // TABLES), [careful] * (seats - 1), by_net(file, Chooser(found, waits))
    against = play(ruleset, TABLES, each, 1, [net, *others])
    usual = play(ruleset, TABLES, each, 2, [careful, *others])
    drawn_out = play(ruleset, DRAWN_OUT, 1, 3, [net, drawing, *others[1:]])
    low, high = wilson(against.won, against.rounds)
    wins = [round(share, 4) for share in (against.won / against.rounds, low, high)]
    turns = [round(played.mean, 1) for played in (against, usual)]
    return Measured(Place(name, ruleset.id, ruleset.digest, seats, against.rounds, *wins, *turns), drawn_out)


def asked(names: Sequence[str], rules: Sequence[str] | None) -> Iterator[tuple[str, str, int]]:
    """Yield where nets could play: with their own number of seats and, if that is not two, with one seat less."""
    for name in names:
        facts = read_facts(FOLDER / f"{name}{SUFFIX}")
        for id in dict.fromkeys(rules or [facts["rules"], *EVERYWHERE]):
            for seats in sorted({facts["seats"], max(2, facts["seats"] - 1)}, reverse=True):
                yield name, id, seats


def parsed() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    names = [path.stem for path in shipped()]
    add = parser.add_argument
    add("--net", choices=names, nargs="+", default=names, help="which nets")
    add("--rules", nargs="+", help="rule sets by their ids; without it, presets, and options of official")
    add("--rounds", type=positive, default=12_288, help=f"at each place, in steps of {TABLES}")
    add("--waits", choices=WAITS, default="seldom", help="how often the bot waits")
    add("--processes", type=positive, default=2, help="at once")
    add("--write", action="store_true", help="keep the places where nets may play; others in the file stay")
    options = parser.parse_args()
    if options.write and options.waits != "seldom":
        parser.error("only what was measured with --waits seldom is kept, since that is how the bot plays")
    return options


def kept(found: Sequence[Measured]) -> list[Place]:
    """Return the places in the file, with these measured again; of several nets, the one that wins most plays."""
    again = {(of.place.net, of.place.rules, of.place.seats) for of in found}
    places = [place for place in read_places() if (place.net, place.rules, place.seats) not in again]
    places += [of.place for of in found if of.plays]
    best = {(place.digest, place.seats): place for place in sorted(places, key=lambda place: place.wins)}
    return list(best.values())


def main() -> int:
    """Measure, print, and keep what may play."""
    options, found = parsed(), []
    print(HEAD, flush=True)
    with ProcessPoolExecutor(options.processes) as pool:
        jobs = [
            pool.submit(measured, *place, options.rounds, options.waits) for place in asked(options.net, options.rules)
        ]
        for job in jobs:
            if (one := job.result()) is not None:
                found.append(one)
                print(one, flush=True)
                if options.write:
                    write_places(kept(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
