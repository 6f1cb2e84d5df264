"""What every store must do, as tests.  A store is held to it by a class that says how to open one:

class TestMyStore(StoreContract):
    def open(self, folder): ...

Opened again in the same folder, it has what was saved there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from hubs import append_all, saying
from lastcard.game.sheet import ScoreSheet
from lastcard.online.server.store import entries as e
from lastcard.online.server.store.codec import completed, unpack
from lastcard.online.server.store.effects import (
    Checkpoint,
    Effect,
    MatchOver,
    NewMatch,
    Over,
    Pruned,
    Recorded,
    Result,
    Unplayed,
)
from lastcard.online.server.store.store import (
    Append,
    Command,
    NoRoom,
    Outcome,
    Refused,
    Running,
    Saved,
    Start,
    Store,
    Stored,
    StoreError,
)
from lastcard.rules import Ruleset

SETTINGS = e.Settings.of(Ruleset.from_id("official"), 2, "normal", True)
OTHER_RULES = e.Settings.of(Ruleset.from_id("one"), 2, "normal", True)
Main = Callable[[Store], Awaitable[None]]


def room(settings: e.Settings = SETTINGS) -> e.Room:
    return e.Room(settings, "ann", [e.Seat("person", "ann", "Ann"), e.Seat("bot", name="Robo", level="random")])


def deal() -> e.Dealt:
    begun, sheet = e.Begun("00", 0, ("Ann", "Robo"), ("", "random")), ScoreSheet(scores=(0, 0), dealer=0)
    return e.Dealt(room(), begun, sheet, "01", ("d turn r5",), 1, "02")


MOVE = e.Moved(0, "r5", ("d give 1 b2",))


async def made(store: Store, code: str = "BCDFGH", at: int = 100) -> int:
    """Make a table; return its number."""
    return await store.make_table(f"link-{code}", code, at, e.Made(room()))


async def appended(store: Store, one: Append) -> Outcome:
    (outcome,) = await append_all(store, one)
    return outcome


async def saved(store: Store, number: int, v: int, entry: e.Entry, *effects: Effect, guest: str = "") -> None:
    """Save an entry at the time 100 * v, as the command of a guest."""
    await store.save(Append(number, v, 100 * v, entry, guest, f"cmd {v}" if guest else "", effects))


async def a_match(store: Store, number: int, match: str, first: int) -> None:
    """Save a match: a deal, a message and a move."""
    await saved(store, number, first, deal(), Checkpoint(), NewMatch(), Recorded(match, first, ("ann",)))
    await saved(store, number, first + 1, e.Said(0, "Ann", "hello"))
    await saved(store, number, first + 2, MOVE)


async def all_of(store: Store, number: int) -> list[e.AnyEntry]:
    return [one.entry for one in await store.entries(number, 1, 1_000)]


class StoreContract:
    """The tests; `open` is called inside a running event loop."""

    def open(self, folder: Path) -> Store:
        raise NotImplementedError

    def run(self, folder: Path, *mains: Main) -> None:
        """Run each of these with the store, closed and opened again in between."""

        async def one(main: Main) -> None:
            store = self.open(folder)
            try:
                await main(store)
            finally:
                await store.close()

        for main in mains:
            asyncio.run(one(main))

    # ------------------------------------------------------------ appending

    def test_what_is_saved_is_read_as_it_was_written_also_later(self, tmp_path: Path) -> None:
        async def write(store: Store) -> None:
            number = await made(store)
            await saved(store, number, 2, deal(), guest="ann")
            await saved(store, number, 3, MOVE)

        async def read(store: Store) -> None:
            (running,) = await store.running()
            assert await store.entries(running.number, 1, 10) == [
                Stored(1, 100, "", "", e.Made(room())), Stored(2, 200, "ann", "cmd 2", deal()),
                Stored(3, 300, "", "", MOVE),
            ]  # fmt: skip
            assert [one.v for one in await store.entries(running.number, 2, 1)] == [2]

        self.run(tmp_path, write, read)

    def test_the_text_of_a_rule_set_comes_back_with_its_entry(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await saved(store, number, 2, e.Configured(OTHER_RULES))
            first, second = await all_of(store, number)
            assert isinstance(first, e.Made) and first.room.settings.rules.id == "official"
            assert isinstance(second, e.Configured) and second.settings.rules.id == "one"

        self.run(tmp_path, main)

    @pytest.mark.parametrize("v", [1, 2, 4])
    def test_an_entry_that_does_not_follow_is_refused_and_changes_nothing(self, tmp_path: Path, v: int) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await saved(store, number, 2, e.Locked(True))
            late = Append(number, v, 0, e.Locked(False), effects=(Recorded("m", 1, ("ann",)), Over()))
            outcome = await appended(store, late)
            assert isinstance(outcome, Refused) and outcome.why == "overtaken"
            with pytest.raises(StoreError):
                await store.save(late)
            assert await all_of(store, number) == [e.Made(room()), e.Locked(True)]
            assert await store.place_of("ann", "m") is None and len(await store.running()) == 1
            assert await appended(store, Append(number, 3, 0, e.Locked(False))) == Saved()

        self.run(tmp_path, main)

    def test_appends_are_saved_in_order_and_one_that_is_refused_does_not_keep_out_others(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            numbers = [await made(store, code) for code in ("BCDFGH", "BCDFGJ")]
            batch = [saying(number, v) for v in (2, 3, 3, 4) for number in numbers]
            outcomes = await append_all(store, *batch)
            assert [isinstance(one, Saved) for one in outcomes] == [True] * 4 + [False] * 2 + [True] * 2
            for number in numbers:
                assert [one.v for one in await store.entries(number, 1, 10)] == [1, 2, 3, 4]

        self.run(tmp_path, main)

    def test_what_waits_is_saved_before_the_store_is_closed(self, tmp_path: Path) -> None:
        outcomes: list[Outcome] = []

        async def write(store: Store) -> None:
            number = await made(store)
            for v in range(2, 50):
                store.append(saying(number, v), outcomes.append)

        async def read(store: Store) -> None:
            assert len(await store.entries((await store.running())[0].number, 1, 100)) == 49

        self.run(tmp_path, write, read)

    # ------------------------------------------------------------ tables

    def test_each_table_has_a_number_of_its_own(self, tmp_path: Path) -> None:
        numbers: list[int] = []

        async def make(store: Store) -> None:
            numbers.append(await made(store, f"BCDFG{'HJK'[len(numbers)]}"))
            await saved(store, numbers[-1], 2, e.Ended("closed"), Over())

        self.run(tmp_path, make, make, make)
        assert len(set(numbers)) == 3

    def test_a_table_runs_until_it_ends_and_is_empty_while_it_is_released(self, tmp_path: Path) -> None:
        numbers: list[int] = []

        async def release(store: Store) -> None:
            numbers.append(await made(store))
            store.release(numbers[0], 700)

        async def claim(store: Store) -> None:
            assert await store.running() == [Running(numbers[0], "link-BCDFGH", "BCDFGH", 700)]
            await store.claim(numbers[0])

        async def end(store: Store) -> None:
            assert [one.empty_since for one in await store.running()] == [0]
            await saved(store, numbers[0], 2, e.Ended("closed"), Over())

        async def none_left(store: Store) -> None:
            assert await store.running() == []

        self.run(tmp_path, release, claim, end, none_left)

    def test_a_table_that_cannot_be_restored_stays_as_it_is(self, tmp_path: Path) -> None:
        async def mark(store: Store) -> None:
            number = await made(store)
            await store.claim(number)
            await store.mark_unreadable(number, "why")
            store.release(number, 700)

        async def look(store: Store) -> None:
            (running,) = await store.running()
            assert running.empty_since == 700 and len(await all_of(store, running.number)) == 1

        self.run(tmp_path, mark, look)

    def test_a_table_is_restored_from_its_checkpoint(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            assert await store.start_of(number) == Start(1, None, None)
            await saved(store, number, 2, deal(), Checkpoint())
            assert await store.start_of(number) == Start(2, None, 100)
            await saved(store, number, 3, e.Nonced(0, "00"), Checkpoint(room(OTHER_RULES)), Pruned(3))
            assert await store.start_of(number) == Start(3, room(OTHER_RULES), None)
            assert await all_of(store, number) == [e.Nonced(0, "00")]

        self.run(tmp_path, main)

    def test_what_was_said_is_found_without_the_rest(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            for v in range(2, 8):
                await saved(store, number, v, e.Said(0, "Ann", f"{v}") if v % 2 else e.Locked(True))
            assert [one.v for one in await store.said(number, 0, 100, 10)] == [3, 5, 7]
            assert [one.v for one in await store.said(number, 3, 7, 10)] == [5]
            assert [one.entry for one in await store.said(number, 0, 100, 2)] == [
                e.Said(0, "Ann", "5"), e.Said(0, "Ann", "7")
            ]  # fmt: skip

        self.run(tmp_path, main)

    def test_it_is_known_which_command_was_carried_out(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await saved(store, number, 2, e.Locked(True), guest="ann")
            await saved(store, number, 3, e.Opened())
            await saved(store, number, 4, e.Locked(False), guest="ben")
            assert await store.commands(number, 0) == [Command("ann", "cmd 2", 2), Command("ben", "cmd 4", 4)]
            assert await store.commands(number, 2) == [Command("ben", "cmd 4", 4)]
            assert await store.carried_out(number, "ann", "cmd 2") == 2
            for guest, cmd in (("ben", "cmd 2"), ("ann", "cmd 3"), ("", "")):
                assert await store.carried_out(number, guest, cmd) is None

        self.run(tmp_path, main)

    def test_times_of_versions_and_of_the_last_entry_are_known(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            assert await store.last_at(10_000) == 0
            number = await made(store)
            await saved(store, number, 2, MOVE)
            assert [await store.at_of(number, v) for v in (1, 2, 3)] == [100, 200, None]
            assert [await store.last_at(latest) for latest in (10_000, 199, 99)] == [200, 100, 0]

        self.run(tmp_path, main)

    # ------------------------------------------------------------ matches

    def test_matches_of_a_guest_are_found_the_newest_first(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await a_match(store, number, "one", 2)
            await a_match(store, number, "two", 5)
            found = await store.matches_of("ann", 10)
            assert [(one.match, one.at, one.deal) for one in found] == [("two", 500, deal()), ("one", 200, deal())]
            assert len(await store.matches_of("ann", 1)) == 1 and await store.matches_of("ben", 10) == []
            assert await store.tables_of("ann") == {number} and await store.tables_of("ben") == set()

        self.run(tmp_path, main)

    def test_the_entries_of_a_match_are_its_own_without_what_was_said(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await a_match(store, number, "one", 2)
            await a_match(store, number, "two", 5)
            for match, over, first, last in (("one", True, 2, 4), ("two", False, 5, 7)):
                place = await store.place_of("ann", match)
                assert place == (number, "link-BCDFGH", over, first, last)
                found = await store.entries_of(place)
                assert [at for at, _ in found.packed] == [100 * first, 100 * last]
                whole = [completed(unpack(*packed), found.texts) for _, packed in found.packed]
                assert whole == [deal(), MOVE]
            assert await store.place_of("ben", "one") is None and await store.place_of("ann", "none") is None

        self.run(tmp_path, main)

    def test_the_result_of_a_match_is_saved_with_its_last_move_and_goes_with_the_match(self, tmp_path: Path) -> None:
        over = MatchOver("one", 1, (Result(0, "ann", "", 500, 1), Result(1, "", "random", -3, 2)))

        async def write(store: Store) -> None:
            number = await made(store)
            await a_match(store, number, "one", 2)
            assert await store.result_of("one") is None
            late = Append(number, 9, 900, MOVE, effects=(over,))
            assert isinstance(await appended(store, late), Refused) and await store.result_of("one") is None
            await saved(store, number, 5, MOVE, over)

        async def read(store: Store) -> None:
            assert await store.result_of("one") == over
            place = await store.place_of("ann", "one")
            assert place is not None and place.over
            await saved(store, place.table, 6, e.Ended("closed"), Over())
            await store.forget(10_000, 0)
            assert await store.result_of("one") is None

        self.run(tmp_path, write, read)

    def test_a_match_in_which_nobody_moved_is_not_kept(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await saved(store, number, 2, deal(), Checkpoint(), NewMatch(), Recorded("one", 2, ("ann",)))
            await saved(store, number, 3, e.Ended("closed"), Unplayed("one"), Over())
            assert await store.matches_of("ann", 10) == [] and await all_of(store, number) == []

        self.run(tmp_path, main)

    def test_a_table_that_ends_keeps_its_matches(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await a_match(store, number, "one", 2)
            await saved(store, number, 5, e.Ended("closed"), Over())
            place = await store.place_of("ann", "one")
            assert place is not None and place.over and len((await store.entries_of(place)).packed) == 3

        self.run(tmp_path, main)

    def test_what_ended_long_ago_is_forgotten(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            old, running = await made(store, "BCDFGH"), await made(store, "BCDFGJ")
            await a_match(store, old, "old", 2)
            await saved(store, old, 5, e.Ended("closed"), Over())
            await a_match(store, running, "first", 2)
            await a_match(store, running, "second", 5)
            assert await store.forget(501, 0) == running and await store.forget(501, running) is None
            assert {one.match for one in await store.matches_of("ann", 10)} == {"second"}
            assert await all_of(store, old) == []
            assert [one.v for one in await store.entries(running, 1, 100)] == [5, 6, 7]

        self.run(tmp_path, main)

    # ------------------------------------------------------------ guests

    def test_guests_and_their_names_are_kept(self, tmp_path: Path) -> None:
        async def make(store: Store) -> None:
            await store.make_guest("ann", "Ann", 1)
            await store.make_guest("ben", "Ben", 2)
            await store.rename_guest("ben", "Benny")
            with pytest.raises(StoreError):
                await store.make_guest("ann", "Another", 3)

        async def look(store: Store) -> None:
            assert [await store.name_of(guest) for guest in ("ann", "ben", "cyd")] == ["Ann", "Benny", None]

        self.run(tmp_path, make, look)

    def test_a_transfer_is_good_once_until_its_time_also_after_a_restart(self, tmp_path: Path) -> None:
        async def put(store: Store) -> None:
            await store.put_transfer("text", "ann", 100, 700)
            await store.put_transfer("late", "ann", 100, 700)

        async def take(store: Store) -> None:
            assert await store.take_transfer("other", 500) is None
            assert await store.take_transfer("text", 700) == "ann"
            assert await store.take_transfer("text", 500) is None and await store.take_transfer("late", 701) is None
            await store.put_transfer("new", "ben", 701, 900)  # forgets what is too old
            assert await store.take_transfer("late", 500) is None and await store.take_transfer("new", 800) == "ben"

        self.run(tmp_path, put, take)

    # ------------------------------------------------------------ life

    def test_epoch_and_key_are_made_once_and_a_new_epoch_stays(self, tmp_path: Path) -> None:
        known: list[Any] = []

        async def first(store: Store) -> None:
            known.append(store.meta)
            await store.note_alive(700, 600)
            await store.ping()

        async def second(store: Store) -> None:
            assert store.meta == known[0]._replace(alive=700, lived=600) and store.lost == ()
            await store.begin_epoch("0123456789abcdef", [])

        async def third(store: Store) -> None:
            assert store.meta.epoch == "0123456789abcdef" and store.meta.key == known[0].key

        self.run(tmp_path, first, second, third)

    def test_a_store_that_is_full_says_so_and_goes_on_with_what_runs(self, tmp_path: Path) -> None:
        async def main(store: Store) -> None:
            number = await made(store)
            await store.keep_within(1_000_000)
            store.check_room()
            v = 2
            while not store.full:
                assert v < 200
                await store.save(saying(number, v, "x" * 20_000))
                await store.measure()
                v += 1
            with pytest.raises(NoRoom):
                store.check_room()
            await saved(store, number, v, MOVE)

        self.run(tmp_path, main)
