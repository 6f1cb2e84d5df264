"""`learned`: its nets are whole and of the rules they name, compiled equals interpreted, others play elsewhere."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lastcard.arena import play
from lastcard.bots import LearnedBot, SearchBot, learned, make_bot, move, nets
from lastcard.bots.learned import Asker, Chooser, Net, fitted, net_for
from lastcard.bots.nets import NetFile, read_facts, read_net, shipped, weights_of, write_net
from lastcard.bots.search import _stored_rules
from lastcard.cli.arena import report
from lastcard.env import Observer, Tables
from lastcard.errors import LastCardError
from lastcard.game.round import Round
from lastcard.rules import Ruleset

MOST_BYTES = 2 << 20  # of a net in the package
NETS = [(facts["rules"], facts["seats"]) for facts in map(read_facts, shipped())]
FACTS = {"rules": "official", "digest": "", "seats": 2, "version": ""}
TINY = NetFile([3, 2, 2], bytes(2 * weights_of([3, 2, 2])), FACTS)


def test_there_are_nets() -> None:
    assert {("official", 2), ("juno-serious", 2), ("juno-seven0", 2), ("rules-site", 2)} <= set(NETS)


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_a_net_is_small_and_of_the_rules_as_they_are(path: Path) -> None:
    facts = read_facts(path)
    rules = Ruleset.from_id(facts["rules"])
    assert path.stat().st_size <= MOST_BYTES
    assert facts["digest"] == rules.digest
    assert facts["version"] == Observer(rules, seats=facts["seats"], claims="auto").version
    assert net_for(rules, facts["seats"]) is not None


def test_asking_for_many_rule_sets_keeps_nothing() -> None:
    """People choose the rules of a server's tables."""
    for size in range(3, 9):
        assert net_for(Ruleset.from_id(f"official+hand-size={size}+pairs"), 2) is None
    assert learned._opened.cache_info().currsize <= learned.KEPT and _stored_rules.cache_info().maxsize is not None


@pytest.mark.parametrize(
    ("change", "sizes"),
    [({"version": "of yesterday"}, [9, 7]), ({}, [9, 7]), ({}, [4000, None]), ({"history": 4}, [9, None])],
    ids=["version", "choices", "features", "history"],
)
def test_a_net_that_does_not_fit_leaves_the_table_to_the_other(
    change: dict[str, object], sizes: list[int | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer = Observer("official", seats=2, claims="auto")
    layers = [size or len(observer.setting.universal) for size in sizes]
    facts = {**read_facts(shipped()[0]), "rules": "official", "seats": 2, "version": observer.version, **change}
    facts["digest"] = observer.rules.digest
    del facts["sizes"]
    write_net(tmp_path / "a.net", NetFile(layers, bytes(2 * weights_of(layers)), facts))
    monkeypatch.setattr(learned, "_paths", lambda: {(observer.rules.digest, 2): tmp_path / "a.net"})
    assert LearnedBot().plays_as(observer.rules, 2) == "search"


def test_a_net_says_how_it_is_shown_views() -> None:
    observer = Observer("official", seats=2, claims="auto", history=4, colours="as-is")
    sizes = [observer.layout.size, len(observer.setting.universal)]
    facts = {"rules": "official", "seats": 2, "version": observer.version, "history": 4, "colours": "as-is"}
    assert fitted(NetFile(sizes, bytes(2 * weights_of(sizes)), facts)).observer.version == observer.version


# ---------------------------------------------------------------- files


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_net(tmp_path / "a.net", TINY)
    assert read_net(tmp_path / "a.net") == TINY


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda whole: whole[:-1], "is damaged"),
        (lambda whole: whole + b"\0", "is damaged"),
        (lambda whole: b"x" + whole, "is not a net"),
        (lambda whole: b"", "is not a net"),
        (
            lambda whole: whole.replace(b"[3, 2, 2]", b"[3, 0, 2]"),
            "layers of a net: 2 = 0: expected a number",
        ),
        (lambda whole: whole.replace(b"[3, 2, 2]", b"5"), "layers of a net: 5: expected a list"),
        (lambda whole: whole.replace(b"[3, 2, 2]", b"[" * 60_000), "is damaged"),
        (lambda whole: whole.replace(b'"seats": 2', b'"seats": null'), "seats = None: expected a number"),
        (lambda whole: whole.replace(b'"digest"', b'"digits"'), "digest is missing: expected a text"),
        (lambda whole: whole.replace(b"[3, 2, 2]", b"[3]"), "cannot be its sizes"),
        (lambda whole: whole.replace(b"{", b"["), "is damaged"),
        (lambda whole: whole.replace(b"sizes", b"sixes"), "is damaged"),
    ],
)
def test_a_damaged_file_is_refused(damage: object, message: str, tmp_path: Path) -> None:
    write_net(tmp_path / "a.net", TINY)
    assert callable(damage)
    (tmp_path / "a.net").write_bytes(damage((tmp_path / "a.net").read_bytes()))
    with pytest.raises(LastCardError, match=message):
        read_net(tmp_path / "a.net")


@pytest.mark.parametrize("sizes", [[3, 5000, 2], [3, *[2] * 7, 2]], ids=["width", "layers"])
def test_what_could_not_be_read_is_not_written(sizes: list[int], tmp_path: Path) -> None:
    with pytest.raises(LastCardError):
        write_net(tmp_path / "a.net", NetFile(sizes, bytes(2 * weights_of(sizes)), FACTS))
    assert not list(tmp_path.iterdir())


def test_a_damaged_net_is_left_out_and_the_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = next(path for path in shipped() if path.stem == "official-2")
    (tmp_path / "a.net").write_bytes(good.read_bytes().replace(b"{", b"[", 1))
    (tmp_path / "b.net").write_bytes(good.read_bytes())
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    learned._paths.cache_clear()
    try:
        assert list(learned._paths().values()) == [tmp_path / "b.net"]
    finally:
        learned._paths.cache_clear()


def test_weights_that_are_no_numbers_are_refused() -> None:
    whole = read_net(next(path for path in shipped() if path.stem == "official-2"))
    with pytest.raises(LastCardError, match="not all of its weights are numbers"):
        fitted(whole._replace(weights=b"\xff\xff" + whole.weights[2:]))


@pytest.mark.parametrize("seats", [1, 11, "2"])
def test_it_plays_at_no_table_that_cannot_be(seats: int) -> None:
    with pytest.raises(LastCardError):
        LearnedBot().plays_as("official", seats)


def test_a_backend_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(LastCardError, match="there is no backend 'foo'"):
        make_bot("learned?backend=foo")


# ---------------------------------------------------------------- asking


def test_a_net_computes_what_matrices_would() -> None:
    sizes, rng = [7, 5, 6, 3], np.random.default_rng(1)
    weights = rng.normal(size=weights_of(sizes)).astype("<f2")
    seen = rng.integers(-4, 4, 7).astype(np.int8)  # scores may be below zero
    deep, start = seen.astype(float), 0
    for into, out in zip(sizes, sizes[1:], strict=False):
        matrix = weights[start : start + into * out].reshape(into, out).astype(float)
        deep = (deep if start == 0 else np.maximum(deep, 0)) @ matrix
        deep += weights[start + into * out : start + (into + 1) * out]
        start += (into + 1) * out
    found = Asker(Net(NetFile(sizes, weights.tobytes(), {}))).values(seen.tolist())
    assert np.allclose(found, deep, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("backend", ["c", "python"])
def test_too_few_features_are_refused(backend: str) -> None:
    asker = Asker(Net(TINY), backend)
    with pytest.raises(LastCardError, match="needs 3 features, not 2"):
        asker.values([1, 1])
    assert list(asker.values([1, 1, 1, 1])) == [0, 0]


def test_what_compiled_code_reads_cannot_move() -> None:
    asker = Asker(Net(TINY), "c")
    with pytest.raises(BufferError):
        asker._seen.extend([1] * 1000)


@pytest.mark.parametrize(("rules", "seats"), NETS)
def test_interpreted_equals_compiled(rules: str, seats: int) -> None:
    found = net_for(Ruleset.from_id(rules), seats)
    assert found is not None
    compiled, interpreted = Asker(found[0], "c"), Asker(found[0], "python")
    tables = Tables(rules, seats=seats, tables=1, seed=3, claims="auto")
    for _ in range(3):
        for _ in range(7):
            tables.step(tables.sample())
        seen = tables.obs[0].tolist()
        assert compiled.values(seen) == interpreted.values(seen)


def choice(chooser: Chooser, tables: Tables, table: int) -> int:
    """Return what a net chooses at a table of an environment."""
    legal = np.flatnonzero(tables.mask[table]).tolist()
    return chooser.choose(tables.obs[table].tolist(), legal, tables.ply(table))


@pytest.mark.parametrize(("rules", "seats"), NETS)
def test_the_bot_does_at_a_table_what_its_net_does_in_an_environment(rules: str, seats: int) -> None:
    found = net_for(Ruleset.from_id(rules), seats)
    assert found is not None
    chooser, bot = Chooser(found), LearnedBot()
    tables = Tables(rules, seats=seats, tables=2, seed=5, claims="auto")
    for _ in range(60):
        chosen = []
        for table in range(2):
            view = tables.view(table, int(tables.seat[table]))
            assert tables.ply(table) == view.ply
            chosen.append(choice(chooser, tables, table))
            assert bot.decide(view) == found.observer.action(view, chosen[-1])
        tables.step(chosen)


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_it_beats_careful(path: Path) -> None:
    """Of 400 rounds; a net that has learned nothing wins less than its share."""
    file = read_net(path)
    chooser, seats, n, each = Chooser(fitted(file)), file.facts["seats"], 100, 4
    own = np.arange(n) % seats
    opponents = [{seat: "careful" for seat in range(seats) if seat != alone} for alone in own]
    tables = Tables(file.facts["rules"], seats=seats, tables=n, seed=9, opponents=opponents, claims="auto")
    ended, won = np.zeros(n, int), 0
    for _ in range(1500):  # steps: one that has learned nothing may draw for ever
        if ended.min() >= each:
            break
        tables.step([choice(chooser, tables, table) for table in range(n)])
        won += int((tables.rewards[np.arange(n), own][tables.ended & (ended < each)] > 0).sum())
        ended += tables.ended
    assert won / (n * each) > {2: 0.58, 4: 0.275}[seats]


# ---------------------------------------------------------------- elsewhere


def test_it_says_as_whom_it_plays() -> None:
    bot, official = LearnedBot(), Ruleset.from_id("official")
    assert bot.plays_as(official, 2) == "learned"
    assert bot.plays_as(official, 5) == "search"
    assert LearnedBot(elsewhere="careful").plays_as(official, 5) == "careful"
    assert bot.plays_as(Ruleset.from_id("official+pairs"), 2) == "search"


@pytest.mark.parametrize("other", ["careful", "search"])
def test_elsewhere_it_plays_as_the_other(other: str) -> None:
    table = Round.deal("official", seats=5, seed=2)
    learned, same = LearnedBot(4, elsewhere=other), make_bot(other, 4)
    for _ in range(6):
        view = table.view(table.awaited[0])
        assert learned.decide(view) == same.decide(view)
        assert learned.claim(view) == same.claim(view)
        move(table, {seat: make_bot("careful", seat) for seat in range(5)})


def test_its_settings_are_those_of_the_other_too() -> None:
    bot = LearnedBot(backend="python")
    bot.prepare()
    assert isinstance(bot._other, SearchBot) and not bot._other.compiled


def test_one_bot_can_play_at_several_tables() -> None:
    """A round of each rule set in turn: every answer is that of the net for these rules."""
    bot = LearnedBot()
    tables = [Round.deal(rules, seats=2, seed=1) for rules, seats in NETS if seats == 2]
    for _ in range(4):
        for table in tables:
            view = table.view(table.awaited[0])
            assert bot.decide(view) == LearnedBot().decide(view)
            table.act(table.awaited[0], bot.decide(view))


@pytest.mark.parametrize("made", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
@pytest.mark.parametrize("rules", ["official", "official+pairs"], ids=["net", "other"])
def test_a_copy_of_one_that_has_decided_decides_the_same(rules: str, made: Callable[[LearnedBot], LearnedBot]) -> None:
    rounds = [Round.deal(rules, seats=2, seed=seed) for seed in range(6)]
    views, bot = [one.view(one.status.turn) for one in rounds], LearnedBot(3)
    bot.decide(views[0])
    twin = made(bot)
    assert [twin.decide(view) for view in views] == [bot.decide(view) for view in views]


def test_the_arena_says_as_whom_it_played() -> None:
    note = "learned?elsewhere=careful has no net for these rules and seats, so it played as careful"
    for seats, said in ((2, []), (5, [note])):
        result = play("official", ["learned?elsewhere=careful", *["random"] * (seats - 1)], games=2, processes=1)
        assert [line for line in report(result) if "played as" in line] == said


def test_another_bot_elsewhere_must_be_one_of_two() -> None:
    with pytest.raises(LastCardError, match="expected search or careful"):
        LearnedBot(elsewhere="random")
