"""People come, go, vanish, return, play and quarrel in random order; a table stays sound after each step."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from lastcard._util.names import name_key
from lastcard.bots import make_bot
from lastcard.online.client import Account, OnlineTable, Refused, TableClosed
from lastcard.online.protocol import CODES
from online import PATIENCE, ServerProcess, give, step

NAMES = ("Ann", "Ben", "Cyd", "Dan", "ANN")
PEOPLE = st.integers(0, len(NAMES) - 1)
SEATS = st.integers(0, 4)
RULES = st.sampled_from(["one+hand=1", "one+hand=2", "official+hand=1", "official+hand=2+jump-in"])
SERVER: ServerProcess | None = None


@pytest.fixture(scope="module", autouse=True)
def server(tmp_path_factory: pytest.TempPathFactory):
    global SERVER
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db", haste=0.005, patience=0.005) as SERVER:
        yield
        assert SERVER.stop() == (0, "")


def check_room(room: dict[str, Any]) -> None:
    """Check what holds of every room."""
    seats = room["seats"]
    people = [place for place, seat in enumerate(seats) if seat["kind"] == "person" and not seat["left"]]
    assert room["host"] is None or room["host"] in people, "the host is no seated person, or has left the match"
    assert room["host"] is not None or not people, "people sit at a table that nobody hosts"
    assert set(room["agreed"]) <= set(people) and set(room["pausing"]) <= set(people)
    assert room["paused"] is None or room["phase"] == "playing"
    names = [name_key(seats[place]["name"]) for place in people]
    assert len(set(names)) == len(names), "two people of one name"
    for seat in seats:
        assert seat["kind"] == "person" or (seat["away"] is None and not seat["stand_in"])
        assert (seat["kind"] == "bot") == bool(seat["level"])
        assert not seat["stand_in"] or seat["away"] is not None
        assert not seat["left"] or room["phase"] in ("playing", "between")
    assert room["phase"] in ("waiting", "over", "ended") or all(seat["kind"] != "empty" for seat in seats)


def check_game(room: dict[str, Any], game: dict[str, Any] | None) -> None:
    """Check that the room and the game belong together."""
    phase = room["phase"]
    assert (game is None) == (phase == "waiting") or phase == "ended"
    if game is None:
        return
    status, sheet = game["status"], game["sheet"]
    assert len(status["held"]) == len(room["seats"])
    if phase != "ended":
        assert (status["phase"] == "over") == (phase in ("between", "over"))
        assert sheet["over"] == (phase == "over")
    if phase == "playing":
        assert status["awaited"] and not set(status["awaited"]) & set(status["out"])


class Party(RuleBasedStateMachine):
    """One table and five people, two of them of one name."""

    def __init__(self) -> None:
        super().__init__()
        assert SERVER is not None
        self.loop = asyncio.new_event_loop()
        self.public: dict[int, str] = {}  # by version: what everyone was told
        self.tables: dict[int, OnlineTable] = {}
        self.bot = make_bot("random", 1)
        self.faults: list[AssertionError] = []
        self.accounts = [self.do(Account.make(SERVER.url, name)) for name in NAMES]

    @initialize(rules=RULES, seats=st.integers(2, 4), people=st.integers(1, 4))
    def meet(self, rules: str, seats: int, people: int) -> None:
        self.link = self.do(self.accounts[0].create(rules=rules, seats=seats, pace="quick"))
        for who in range(people):
            self.come(who)
            self.command(who, "sit")

    def do(self, action: Any) -> Any:
        async def bounded() -> Any:
            async with asyncio.timeout(PATIENCE):
                return await action

        return self.loop.run_until_complete(bounded())

    def teardown(self) -> None:
        for table in self.tables.values():
            self.do(table.close())
        self.loop.close()

    def note(self, table: OnlineTable, message: dict[str, Any]) -> None:
        """Check a message, and that it is what the others were told."""
        if message["t"] == "welcome":
            shot = message["snapshot"]
            check_room(shot["room"])
            check_game(shot["room"], shot["game"])
        elif message["t"] == "ev":
            assert message["v"] == table.v + 1, "a version was skipped or repeated"
            public = json.dumps({part: message[part] for part in message if part not in ("you", "ack")})
            assert self.public.setdefault(message["v"], public) == public, "two clients were told different things"
            if "room" in message:
                check_room(message["room"])
                check_game(message["room"], message["game"])

    # ------------------------------------------------------------ what people do

    @rule(who=PEOPLE)
    def come(self, who: int) -> None:
        if who in self.tables:
            return
        table = OnlineTable(self.accounts[who], self.link)

        def watch(way: str, message: dict[str, Any]) -> None:
            try:
                if way == "in":
                    self.note(table, message)
            except AssertionError as fault:
                self.faults.append(fault)

        table.watch = watch
        with suppress(TableClosed):
            self.do(table.open())
            self.tables[who] = table

    @rule(who=PEOPLE, really=st.booleans())
    def vanish_perhaps(self, who: int, really: bool) -> None:
        if really:
            self.vanish(who)

    def vanish(self, who: int) -> None:
        if who in self.tables:
            self.do(self.tables.pop(who).close())

    def command(self, who: int, kind: str, **fields: Any) -> None:
        """Give a command as somebody who is there: it is carried out, or refused with a code."""
        if not self.tables:
            return
        who = who if who in self.tables else sorted(self.tables)[who % len(self.tables)]
        try:
            self.do(give(self.tables[who], kind, **fields))
        except Refused as refusal:
            assert refusal.code in CODES and refusal.code not in ("fault", "bad", "storage"), refusal.code
        except TableClosed:
            self.vanish(who)

    @rule(who=PEOPLE, seat=st.none() | SEATS)
    def sit(self, who: int, seat: int | None) -> None:
        self.command(who, "sit", seat=seat)

    @rule(who=PEOPLE, kind=st.sampled_from(["resume", "leave"]))
    def go_on_or_out(self, who: int, kind: str) -> None:
        self.command(who, kind)

    @rule(who=PEOPLE, kind=st.sampled_from(["stand", "pause", "next", "rematch", "start"]))
    def say_word(self, who: int, kind: str) -> None:
        self.command(who, kind)

    @rule(who=PEOPLE, seat=st.none() | SEATS)
    def add_bots(self, who: int, seat: int | None) -> None:
        self.command(who, "bots", level="random", seat=seat)

    @rule(who=PEOPLE, seat=SEATS, kind=st.sampled_from(["remove", "host"]))
    def manage(self, who: int, seat: int, kind: str) -> None:
        self.command(who, kind, seat=seat)

    @rule(who=PEOPLE, on=st.booleans())
    def lock(self, who: int, on: bool) -> None:
        self.command(who, "lock", on=on)

    @rule(who=PEOPLE, rules=st.none() | RULES, seats=st.none() | st.integers(2, 5))
    def configure(self, who: int, rules: str | None, seats: int | None) -> None:
        self.command(who, "settings", rules=rules, seats=seats)

    @rule()
    def everyone_pauses(self) -> None:
        for who in sorted(self.tables):
            self.command(who, "pause")

    @rule(many=st.integers(1, 30))
    def play(self, many: int) -> None:
        """Let everyone who can make moves."""
        for _ in range(many):
            for table in list(self.tables.values()):
                with suppress(TableClosed):
                    self.do(step(table, self.bot))

    @rule()
    def begin(self) -> None:
        """Fill the table and start, as its host would."""
        for who, table in list(self.tables.items()):
            if table.room["host"] == table.seat is not None:
                self.command(who, "bots", level="random")
                self.command(who, "start")

    @rule(seconds=st.sampled_from([0.02, 0.1, 0.3]))
    def let_time_pass(self, seconds: float) -> None:
        self.do(asyncio.sleep(seconds))

    # ------------------------------------------------------------ what holds

    @invariant()
    def nothing_was_wrong(self) -> None:
        if self.faults:
            raise self.faults[0]

    @invariant()
    def everyone_has_one_seat_and_knows_it(self) -> None:
        for who, table in self.tables.items():
            if table.seat is not None:
                seat = table.room["seats"][table.seat]
                assert (seat["kind"], seat["name"]) == ("person", NAMES[who])

    @invariant()
    def the_table_answers_and_everyone_agrees(self) -> None:
        tables = list(self.tables.items())
        if not tables:
            return
        self.command(tables[0][0], "react", mark="clap")
        last = tables[0][1].v
        for who, table in tables:
            with suppress(TableClosed):
                self.do(table.until(lambda table=table: table.v >= last))
                continue
            self.tables.pop(who, None)


def check_party(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Party,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            phases=[Phase.generate],
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
        ),  # fmt: skip
    )


def test_a_table_stays_sound_whatever_people_do() -> None:
    check_party(12, 40)


@pytest.mark.soak
def test_a_table_stays_sound_for_long() -> None:
    check_party(300, 60)
