"""Tables: what they promise to whoever steps them."""

import copy
import errno
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from time import sleep
from typing import NoReturn

import numpy as np
import pytest

from lastcard import Round
from lastcard._util.called import install
from lastcard.backends.live import LiveState
from lastcard.core.machine import next_word
from lastcard.core.terms import CALL, CALLING, CATCH, CHOOSE, NAME, NONE, SEATS, VERBS
from lastcard.env import IllegalChoice, Lookahead, Observer, Tables, runners
from lastcard.env.game import INDEX_CALLING, LOG_SEAT, WAIT, Game
from lastcard.env.index import IllegalChoice as Named
from lastcard.errors import LastCardError
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.decks import Deck
from lastcard.sim.plan import MATCH_LIMIT
from strategies import seat_counts
from walks import TWO_COLOURS, legal_actions

ARRAYS = ("obs", "truth", "mask", "seat", "rewards", "ended")


def arrays(tables: Tables) -> list[bytes]:
    """Return everything that a step writes."""
    return [getattr(tables, name).tobytes() for name in ARRAYS]


# ---------------------------------------------------------------- the mask


def real(tables: Tables, table: int, index: int) -> int:
    """Return the core's number of what an index stands for, where colours are as they are; NONE claims nothing."""
    number, game = int(tables.universal[index]), tables._runner.game(table)
    if number == WAIT:
        return NONE
    if number >= INDEX_CALLING:
        return number - INDEX_CALLING + CALLING
    for first in (CATCH, CHOOSE):
        if number >= first:
            return first + (game.seat + (number - first) * game.direction) % tables.seats
    return number


def is_claim(action: int, seat: int, turn: int) -> bool:
    """Return whether an action is beside the turn."""
    return seat != turn or action == VERBS + 6 or CATCH <= action < CALLING


@pytest.mark.parametrize("rules", PRESETS)
def test_the_mask_is_what_the_core_lists_as_legal(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    claims = 0
    for seats in seat_counts(ruleset):
        tables = Tables(rules, seats=seats, tables=8, seed=seats, colours="as-is", forced="ask", observe=False)
        for step in range(250):
            for table in range(8) if step % 25 == 0 else ():
                state = tables._runner.game(table)
                seat, claim = state.seat, state.asking == 1
                claims += claim
                legal = legal_actions(state, ruleset, seat)
                wanted = {action for action in legal if is_claim(action, seat, state.turn) is claim}
                if state.ready:
                    wanted = set(legal)
                if ruleset.core_rules.blind_accusation:  # nobody can know whom to catch (D40)
                    wanted = {action for action in wanted if not CATCH <= action < CALLING}
                found = {real(tables, table, int(index)) for index in tables.mask[table].nonzero()[0]}
                assert found == wanted | ({NONE} if claim else set()), tables.position(table)
            tables.step(tables.sample())
    r = ruleset.core_rules
    assert claims > 5 or not (r.uno_duty or r.jump_in or r.challenge_any)


def test_colours_are_named_as_they_are_shown() -> None:
    tables = Tables("official", seats=2, colours="as-is")
    assert tables.actions[:3] == ("r0", "r1", "r2") and "w+4:g!" in tables.actions
    canonical = Tables("official", seats=3)
    assert canonical.actions[:3] == ("A0", "A1", "A2")
    assert {"wait", "catch +1", "catch +2", "call", "challenge"} <= set(canonical.actions)
    assert ":r" in tables.actions and tables.universal[tables.actions.index(":r")] == NAME


def test_colours_that_differ_in_more_than_their_names_stay_as_they_are() -> None:
    tables = Tables(Ruleset(deck=Deck.from_toml(TWO_COLOURS)), seats=2)
    assert tables.actions[0] == "r1"


def test_colours_stay_as_they_are_if_one_has_a_card_of_other_points_or_another_number() -> None:
    assert Tables("official+values=3:50").actions[0] == "A0"  # in every colour
    assert Tables("official+values=g3:50").actions[0] == "r0"
    deck = Ruleset().deck
    cards = tuple(replace(card, number=8) if card.text == "g3" else card for card in deck.cards)
    assert Tables(Ruleset(deck=replace(deck, cards=cards))).actions[0] == "r0"


# ---------------------------------------------------------------- the order of claims


def heard_first(game: Game, claims: dict[int, int]) -> int:
    """Return the seat whose claim is carried out: calls come first, then catches, then what else can be claimed.

    Of one kind, it is the first in the direction of play after the seat that played or, if none did, that on turn.
    """
    last = game.turn if game.laid_by == NONE else game.laid_by
    order = [(last + place * game.direction) % game.seats for place in range(1, game.seats + 1)]
    calls = [seat for seat, action in claims.items() if action == CALL]
    catches = [seat for seat, action in claims.items() if CATCH <= action < CATCH + SEATS]
    return min(calls or catches or claims, key=order.index)


@pytest.mark.parametrize("backend", ["c", "python"])
def test_of_several_claims_the_first_in_the_order_of_the_rules_is_carried_out(backend: str) -> None:
    rules = "official+jump-in+hand-size=3"  # with few cards, somebody soon owes a call
    tables = Tables(rules, seats=4, seed=1, colours="as-is", observe=False, backend=backend)
    claims: dict[int, int] = {}
    several = set()
    for _ in range(1500):
        before, index = tables._runner.game(0), int(tables.sample()[0])
        if before.asking and (action := real(tables, 0, index)) != NONE:
            claims[before.seat] = action
        tables.step([index])
        after = tables._runner.game(0)
        if not after.asked:  # everyone has answered
            if claims and not tables.ended[0]:
                seat = heard_first(before, claims)
                assert divmod(after.log[before.moves], LOG_SEAT) == (seat, claims[seat]), tables.position(0)
                several.add((before.direction, len(claims)))
            claims = {}
    assert {(way, count) for way in (1, -1) for count in (2, 3)} <= several


# ---------------------------------------------------------------- seeds, batches, threads


@pytest.mark.parametrize("options", [{}, {"claims": "auto", "episode": "match", "opponents": {1: "random"}}])
def test_a_table_is_the_same_in_any_batch_and_with_any_threads(options: dict) -> None:
    def played(count: int, threads: int) -> list[list[bytes]]:
        tables = Tables("juno-serious", seats=4, tables=count, seed=5, truth=True, threads=threads, **options)
        found = []
        for _ in range(150):
            tables.step(tables.sample())
            found.append([getattr(tables, name)[:3].tobytes() for name in ARRAYS])
        return found

    alone = played(3, 1)
    assert played(64, 1) == alone
    assert played(64, 3) == alone
    assert played(5, 2) == alone


def test_reset_begins_again_and_a_seed_decides_everything() -> None:
    tables = Tables("official", seats=3, tables=8, seed=11, truth=True)
    first = arrays(tables)
    kept = [getattr(tables, name) for name in ARRAYS]
    for _ in range(50):
        tables.step(tables.sample())
    assert arrays(tables) != first
    assert arrays(tables.reset()) == first
    assert arrays(tables.reset(12)) != first
    assert arrays(tables.reset(11)) == first
    assert all(one is other for one, other in zip(kept, (getattr(tables, name) for name in ARRAYS), strict=True))


def test_each_episode_of_each_table_has_other_cards() -> None:
    tables = Tables("official", seats=2, tables=4, seed=1, truth=True)
    deals = {tables.position(table) for table in range(4)}
    assert len(deals) == 4
    while not tables.ended[0]:
        tables.step(tables.sample())
    assert tables.position(0) not in deals


# ---------------------------------------------------------------- actions that are not legal


@pytest.mark.parametrize(("threads", "few"), [(1, 0), (2, 100), (2, 0)])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(
    threads: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runners, "FEW", few)  # tables that one thread checks alone
    tables = Tables("official", seats=3, tables=16, seed=3, truth=True, threads=threads)
    before = arrays(tables), [tables.position(table) for table in range(16)]
    actions = tables.sample().copy()
    wrong = int((~tables.mask[9]).nonzero()[0][0])
    actions[9] = wrong
    with pytest.raises(IllegalChoice) as raised:
        tables.step(actions)
    error = raised.value
    assert (error.table, error.seat, error.action) == (9, tables.seat[9], wrong)
    assert f"table 9: seat {tables.seat[9]} may not choose action {wrong} ({tables.actions[wrong]})" in str(error)
    assert (arrays(tables), [tables.position(table) for table in range(16)]) == before
    actions[9] = tables.sample()[9]
    tables.step(actions)
    assert Named is IllegalChoice


@pytest.mark.parametrize("index", [-1, 1 << 40, -(1 << 40), 131, 500])
def test_an_index_that_does_not_exist_is_refused(index: int) -> None:
    tables = Tables("official", seats=2, tables=2)
    actions = tables.sample().astype(np.int64)
    actions[1] = index
    with pytest.raises(IllegalChoice, match="no such action"):
        tables.step(actions)


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [[0, 0]], [0.0, 0.0], "ab", None, [True, False]])
def test_actions_of_another_shape_or_type_are_refused(actions: object) -> None:
    with pytest.raises(LastCardError, match="2 whole numbers"):
        Tables("official", seats=2, tables=2).step(actions)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 11}, "11"),
        ({"tables": 0}, "tables must be from 1 to 1048576, not 0"),
        ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
        ({"history": 33}, "history must be from 0 to 32, not 33"),
        ({"claims": "never"}, "claims must be one of ask, auto"),
        ({"forced": "no"}, "forced must be"),
        ({"episode": "game"}, "episode must be"),
        ({"reward": "fun"}, "reward must be"),
        ({"reward": "match"}, 'needs episode="match"'),
        ({"rules": "one", "seats": 3, "reward": "points"}, "score no points"),
        ({"colours": "grey"}, "colours must be"),
        ({"seed": -1}, "a seed must be from 0 to"),
        ({"seed": 1.5}, "a seed must be a whole number, not 1.5"),
        ({"tables": "4"}, "tables must be a whole number"),
        ({"tables": True}, "tables must be a whole number"),
        ({"truth": "yes"}, "truth must be True or False, not 'yes'"),
        ({"observe": "no"}, "observe must be True or False"),
        ({"opponents": "careful"}, "opponents must be like"),
        ({"opponents": ["careful"]}, "opponents must be like"),
        ({"opponents": 5}, "opponents must be like"),
        ({"opponents": {"1": "careful"}}, "there is no seat '1'"),
        ({"opponents": {1: ["careful"]}}, "no bot"),
        ({"opponents": {2: "careful"}}, "there is no seat 2"),
        ({"opponents": {0: "carefull"}}, "did you mean 'careful'"),
        ({"opponents": {0: "search"}}, "no bot 'search'"),
        ({"opponents": {0: "careful", 1: "careful"}}, "at least one must decide"),
        ({"opponents": [{}, {}]}, "opponents for 2 tables"),
        ({"backend": "gpu"}, "no backend"),
    ],
)
def test_wrong_options_are_refused(options: dict, message: str) -> None:
    with pytest.raises(LastCardError, match=message):
        Tables(**options)


@pytest.mark.parametrize(
    "option", [{"claims": "asks"}, {"episode": "game"}, {"colours": "grey"}, {"history": 33}, {"history": 1.5}]
)
def test_observers_refuse_what_tables_refuse(option: dict) -> None:
    with pytest.raises(LastCardError, match=next(iter(option))):
        Observer("official", seats=2, **option)


@pytest.mark.parametrize("backend", ["c", "python"])
def test_tables_are_not_copied(backend: str) -> None:
    tables = Tables("official", seats=2, backend=backend)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        for one in (tables, tables.lookahead(4)):
            with pytest.raises(LastCardError, match="cannot be copied"):
                copied(one)


def test_too_many_tables_for_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: int) -> NoReturn:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("lastcard.backends.records.mmap", no_room)
    with pytest.raises(LastCardError, match="not enough memory for 4,096 tables"):
        Tables(tables=4096)


def test_a_part_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LastCardError, match="there is no part 'seat' .did you mean 'seat "):
        Tables().layout["seat"]


def test_a_table_or_a_bot_that_does_not_exist_is_refused() -> None:
    tables = Tables("official", seats=2)
    for look in (tables.position, tables.round, lambda table: tables.view(table, 0)):
        with pytest.raises(LastCardError, match="there is no table 1"):
            look(1)
    with pytest.raises(LastCardError, match="no bot 'deep'"):
        tables.advise("deep")


def test_without_numpy_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None; import lastcard, lastcard.env; lastcard.env.Tables"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"LastCardError: environments need NumPy: {install('env')}" in run.stderr
    code = "import sys; sys.modules['numpy'] = None; from lastcard.env import Observer; Observer('official', seats=2)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


# ---------------------------------------------------------------- what is played


def test_a_view_remembers_the_whole_round() -> None:
    tables = Tables("official", seats=3, tables=1, seed=4)
    for _ in range(30):
        tables.step(tables.sample())
    round_ = tables.round(0)
    assert isinstance(round_, Round) and round_.ply > 5
    assert tables.view(0, 1) == round_.view(1)
    assert str(round_) == tables.position(0)


@pytest.mark.parametrize("backend", ["c", "python"])
def test_it_says_how_many_moves_a_round_has_had(backend: str) -> None:
    tables = Tables("official", seats=2, tables=1, seed=4, backend=backend)
    for _ in range(8):
        assert tables.ply(0) == tables.view(0, 0).ply
        tables.step(tables.sample())
    with pytest.raises(LastCardError, match="there is no table 1"):
        tables.ply(1)


def test_episodes_end_and_pay_the_winner() -> None:
    tables = Tables("official", seats=4, tables=64, seed=2)
    ended = 0
    for _ in range(400):
        tables.step(tables.sample())
        assert not tables.rewards[~tables.ended].any()
        paid = tables.rewards[tables.ended]
        ended += len(paid)
        assert np.allclose(paid.sum(axis=1), 0, atol=1e-6) and (paid.max(axis=1) == 1).all()
        assert np.allclose(np.sort(paid)[:, :3], -1 / 3)
    assert ended > 100


def test_partners_win_together() -> None:
    tables = Tables("official+partners", seats=4, tables=64, seed=2)
    paid = rewards_of(tables, 200)
    assert (paid[:, 0] == paid[:, 2]).all() and (abs(paid) == 0.5).all()


def rewards_of(tables: Tables, steps: int, choose: Callable[[], np.ndarray] | None = None) -> np.ndarray:
    """Play, and return the rewards of all episodes."""
    found = []
    for _ in range(steps):
        tables.step((choose or tables.sample)())
        found += list(tables.rewards[tables.ended])
    return np.array(found)


def test_points_are_paid_above_the_average() -> None:
    tables = Tables("official", seats=3, tables=32, seed=2, reward="points")
    paid = rewards_of(tables, 300)
    assert np.allclose(paid.sum(axis=1), 0, atol=1e-5)
    assert ((paid > 0).sum(axis=1) == 1).all() and paid.max() > 0.3
    low = rewards_of(Tables("rules-site+low-score", seats=3, tables=32, seed=2, reward="points"), 300)
    assert np.allclose(low.sum(axis=1), 0, atol=1e-5) and ((low > 0).sum(axis=1) >= 1).all()


def test_points_are_paid_only_to_those_who_still_play() -> None:
    tables = Tables("official+elimination=200", seats=3, tables=16, seed=2, episode="match", reward="points")
    paid = 0
    for _ in range(2000):
        eliminated = [tables._runner.sheet(table).eliminated for table in range(16)]
        gone = np.array([[seats >> seat & 1 for seat in range(3)] for seats in eliminated], bool)
        tables.step(tables.sample())
        assert not tables.rewards[gone].any()
        assert np.allclose(tables.rewards.sum(axis=1), 0, atol=1e-5)
        paid += int((gone.any(axis=1) & tables.rewards.any(axis=1)).sum())
    assert paid > 10


def test_a_match_goes_on_after_a_first_round_in_which_nobody_was_asked() -> None:
    """With one card each, the opponent may go out at once; the match is then dealt its next round."""
    tables = Tables("official+hand-size=1", seats=2, tables=64, seed=1, opponents={0: "careful"}, episode="match")
    sheets = [tables._runner.sheet(table) for table in range(64)]
    later = [sheet for sheet in sheets if sheet.rounds]
    assert later and all(sheet.scores[0] >= sheet.scores[1] == 0 for sheet in later)
    assert {tables._runner.game(table).episode for table in range(64)} == {1}


def test_a_match_is_paid_by_rank() -> None:
    tables = Tables("official", seats=3, tables=32, seed=2, episode="match", reward="match")
    scores = tables.layout["seat +0"].names.index("score") + tables.layout["seat +0"].start
    highest = 0
    paid = []
    for _ in range(3000):
        tables.step(tables.sample())
        highest = max(highest, int(tables.obs[:, scores].max()))
        paid += list(tables.rewards[tables.ended])
    assert 40 < highest < 100
    assert len(paid) > 20 and np.allclose(np.array(paid).sum(axis=1), 0, atol=1e-6)
    assert {-1, 0, 1} <= {float(reward) for row in paid for reward in row} <= {-1, -0.5, 0, 0.5, 1}


@pytest.mark.parametrize(("rules", "highest"), [
    ("official+rounds=5", (20, 100)), ("official+rounds=5+round-score=none", (60, 100)),
    ("official+rounds=5+round-score=flat:1000", (60, 100)), ("official+rounds=5+round-score=own-hand", (20, 127)),
])  # fmt: skip
def test_a_match_of_a_number_of_rounds_shows_how_far_it_is_and_scores_by_the_round(
    rules: str, highest: tuple[int, int]
) -> None:
    tables = Tables(rules, seats=3, tables=16, seed=2, episode="match")
    observer = Observer(rules, seats=3, episode="match")
    place, rounds = tables.layout["seat +0"], tables.layout["rounds"].start
    score = place.names.index("score") + place.start
    most, shares = 0, set()
    for _ in range(600):
        tables.step(tables.sample())
        most = max(most, int(tables.obs[:, score].max()))
        shares |= set(tables.obs[:, rounds].tolist())
        claim = bool(tables.obs[0, tables.layout["claim"].start])
        assert observer.observe(tables.view(0, int(tables.seat[0])), claim=claim) == tables.obs[0].tolist()
    assert highest[0] <= most <= highest[1]
    assert shares == {0, 20, 40, 60, 80}


def test_a_match_by_points_does_not_tell_how_far_it_is() -> None:
    tables = Tables("official", seats=2, tables=4, seed=2, episode="match", opponents={1: "random"})
    for _ in range(200):
        tables.step(tables.advise("careful"))
        assert not tables.obs[:, tables.layout["rounds"].start].any()


def test_ranks_that_are_equal_share_what_they_are_paid() -> None:
    """After a single round all but the winner have no points: they are second, third and fourth together."""
    tables = Tables("official+single-round", seats=4, tables=16, seed=2, episode="match", reward="match")
    paid = np.sort(rewards_of(tables, 200))
    assert len(paid) > 20 and np.allclose(paid, [-1 / 3, -1 / 3, -1 / 3, 1])


def test_a_match_that_nobody_wins_in_a_thousand_rounds_ends_without_pay() -> None:
    rules = "official+hand-size=1+target=30000"
    tables = Tables(rules, seats=2, seed=1, episode="match", forced="ask", observe=False)
    rounds = 0
    while not tables.ended[0] and rounds < MATCH_LIMIT:
        rounds = tables._runner.sheet(0).rounds
        tables.step(tables.sample())
    assert tables.ended[0] and rounds == MATCH_LIMIT - 1 and not tables.rewards.any()


def test_forced_decisions_are_skipped_but_the_first() -> None:
    tables = Tables("official", seats=2, tables=64, seed=2)
    fresh = np.ones(64, bool)
    forced = 0
    for _ in range(200):
        choices = tables.mask.sum(axis=1)
        assert (choices[~fresh] > 1).all()
        forced += int((choices[fresh] == 1).sum())
        tables.step(tables.sample())
        fresh = tables.ended.copy()
    assert forced > 5
    asked = Tables("official", seats=2, tables=64, seed=2, forced="ask")
    alone = 0
    for _ in range(100):
        alone += int((asked.mask.sum(axis=1) == 1).sum())
        asked.step(asked.sample())
    assert alone > 100


def test_seats_with_opponents_never_decide() -> None:
    opponents = [{0: "random"}, {1: "greedy", 2: "careful"}, {}, {2: "random"}]
    tables = Tables("official", seats=3, tables=4, opponents=opponents)
    seats: list[set[int]] = [set() for _ in range(4)]
    for _ in range(200):
        for table in range(4):
            seats[table].add(int(tables.seat[table]))
        tables.step(tables.sample())
    assert seats == [{1, 2}, {0}, {0, 1, 2}, {0, 1}]


@pytest.mark.parametrize("claims", ["ask", "auto"])
@pytest.mark.parametrize(("rules", "seats"), [("official", 2), ("juno-serious", 4), ("official+jump-in+seven-zero", 3)])
def test_careful_from_outside_plays_as_careful_inside(rules: str, seats: int, claims: str) -> None:
    """Seat 0 wins as often if it takes advice outside as if it is played inside.

    Where hands can be swapped, seats do not win equally often: of equal hands, `careful` takes that of the lowest seat.
    """

    def share(outside: int) -> tuple[float, int]:
        inside = {seat: "careful" for seat in range(seats) if seat != outside}
        tables = Tables(rules, seats=seats, tables=2000, seed=7, opponents=inside, claims=claims, observe=False)
        paid = rewards_of(tables, 240, lambda: tables.advise("careful"))
        return float((paid[:, 0] > 0).mean()), len(paid)

    (wins, count), (wanted, _) = share(outside=0), share(outside=seats - 1)
    deviation = (1 / seats * (1 - 1 / seats) / count) ** 0.5
    assert count > 8000
    assert abs(wins - wanted) < 4 * 2**0.5 * deviation, f"{wins:.4f} of {count}, not {wanted:.4f}"
    if rules == "official":
        assert abs(wins - 1 / seats) < 4 * deviation, f"{wins:.4f} of {count}"


def test_advice_changes_nothing() -> None:
    one, other = (Tables("juno-serious", seats=3, tables=16, seed=7) for _ in range(2))
    for _ in range(100):
        for bot in ("random", "greedy", "careful"):
            advice = one.advise(bot)
            assert one.mask[np.arange(16), advice].all()
        one.step(one.sample())
        other.step(other.sample())
        assert arrays(one) == arrays(other)


def test_samples_and_the_advice_of_each_bot_are_arrays_of_their_own() -> None:
    tables = Tables("official", tables=200, seed=1)
    asks = [tables.sample, *(partial(tables.advise, bot) for bot in ("random", "greedy", "careful"))]
    found = [ask() for ask in asks]
    before = [array.copy() for array in found]
    assert len({array.tobytes() for array in found}) == len(asks)
    tables.outcomes("careful")
    for ask, array in zip(asks[1:], found[1:], strict=True):
        assert ask() is array  # and the next advice of the same bot is written there
    assert all((array == kept).all() for array, kept in zip(found, before, strict=True))


def test_outcomes_of_each_bot_and_each_look_ahead_have_arrays_of_their_own() -> None:
    tables = Tables("official", tables=50, seed=1)
    careful = tables.outcomes("careful")
    kept = careful.copy()
    assert (tables.outcomes("random") != careful).any() and (careful == kept).all()
    one, other = tables.lookahead(1), tables.lookahead(1)
    one.look([0], [tables.mask[0].argmax()])
    shown = one.obs.copy()
    other.look([1], [tables.mask[1].argmax()])
    assert (one.obs == shown).all() and (other.obs != shown).any()


def test_what_is_chosen_is_what_is_played() -> None:
    tables = Tables("official+seven-zero", seats=3, tables=1, seed=9, forced="ask")
    observer = Observer("official+seven-zero", seats=3)
    for _ in range(120):
        view = tables.view(0, int(tables.seat[0]))
        index = int(tables.sample()[0])
        asked_for_move = not tables.obs[0, tables.layout["claim"].start]
        action = observer.action(view, index)
        before = tables.round(0)
        tables.step([index])
        if asked_for_move and not tables.ended[0]:
            move = tables.round(0).moves[before.ply]
            assert (move.seat, move.action) == (view.seat, action)


# ---------------------------------------------------------------- outcomes


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("claims", ["ask", "auto"])
def test_the_outcome_of_an_action_is_how_the_round_then_ends(rules: str, claims: str) -> None:
    most = seat_counts(Ruleset.from_id(rules))[-1]
    tables, each = Tables(rules, seats=min(most, 4), tables=24, seed=4, claims=claims), range(24)
    for _ in range(40):
        tables.step(tables.sample())
    before = arrays(tables)
    actions, mover = tables.sample().copy(), tables.seat.copy()
    foreseen = tables.outcomes("careful")[each, actions].copy()
    assert arrays(tables) == before
    paid: dict[int, float] = {}
    while len(paid) < len(each):
        tables.step(actions)
        for table in np.flatnonzero(tables.ended):
            paid.setdefault(table, tables.rewards[table, mover[table]])
        actions = tables.advise("careful")
    assert [paid[table] for table in each] == foreseen.tolist()
    assert len(set(foreseen.tolist())) > 1


def test_outcomes_are_the_same_in_any_number_of_threads() -> None:
    one, four = (Tables("juno-serious", seats=3, tables=30, seed=6, threads=threads) for threads in (1, 4))
    found = one.outcomes("greedy")
    assert found.tobytes() == four.outcomes("greedy").tobytes()
    assert (found[~one.mask] == 0).all() and (found[one.mask] != 0).all()


def test_actions_that_are_no_longer_legal_have_no_outcome() -> None:
    tables = Tables("official", seats=3, tables=30, seed=6)
    for _ in range(5):
        found = tables.outcomes("greedy")
        assert (found[~tables.mask] == 0).all() and (found[tables.mask] != 0).all()
        tables.step(tables.sample())


def test_outcomes_are_those_of_rounds() -> None:
    for options in ({"episode": "match"}, {"reward": "points"}):
        with pytest.raises(LastCardError, match='with episode="round" and reward="win"'):
            Tables("official", **options).outcomes("careful")
    with pytest.raises(LastCardError, match="no bot 'deep'"):
        Tables("official").outcomes("deep")


# ---------------------------------------------------------------- looking ahead


def looked_at(tables: Tables) -> tuple[list[int], np.ndarray]:
    """Return, for the tables whose last step did not end an episode, their numbers and all that they show."""
    going = np.flatnonzero(~tables.ended)
    shown = [tables.obs, tables.truth, tables.mask, tables.seat[:, None]]
    return going.tolist(), np.concatenate([part[going] for part in shown], 1)


@pytest.mark.parametrize("backend", ["c", "python"])
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("claims", ["ask", "auto"])
def test_looking_ahead_shows_what_a_step_leads_to(rules: str, claims: str, backend: str) -> None:
    seats = min(seat_counts(Ruleset.from_id(rules))[-1], 4)
    n, steps = (24, 60) if backend == "c" else (2, 12)
    options = {"seats": seats, "seed": 4, "claims": claims, "truth": True, "opponents": {1: "careful"}}
    tables = Tables(rules, tables=n, backend=backend, **options)
    ahead, ends = tables.lookahead(2 * n), 0
    for _ in range(steps):
        actions, before = tables.sample().copy(), arrays(tables)
        ahead.look(np.arange(n), actions)
        assert arrays(tables) == before
        tables.step(actions)
        assert (ahead.ended[:n] == tables.ended).all() and (ahead.rewards[:n] == tables.rewards).all()
        going, shown = looked_at(tables)
        foreseen = (ahead.obs, ahead.truth, ahead.mask, ahead.seat[:, None])
        assert (np.concatenate([part[going] for part in foreseen], 1) == shown).all()
        ends += int(tables.ended.sum())
    assert ends or backend == "python"


def test_looking_ahead_is_the_same_in_any_number_of_threads() -> None:
    shown = []
    for threads in (1, 4):
        tables = Tables("juno-serious", seats=3, tables=30, seed=6, threads=threads)
        ahead = tables.lookahead(1000)
        where, actions = np.nonzero(tables.mask)
        ahead.look(where, actions)
        shown.append([part.tobytes() for part in (ahead.obs, ahead.mask, ahead.seat, ahead.rewards, ahead.ended)])
    assert shown[0] == shown[1]


def test_only_legal_actions_of_these_tables_are_looked_at() -> None:
    tables = Tables("official", tables=3, seed=1)
    ahead = tables.lookahead(4)
    legal = int(tables.mask[0].argmax())
    for action in (-1, int(tables.mask[0].argmin()), len(tables.actions), 10**6):
        with pytest.raises(IllegalChoice) as raised:
            ahead.look([0, 0], [legal, action])
        assert (raised.value.table, raised.value.action) == (0, action)
        assert not ahead.mask.any()  # rows before it stay as they were
    one, five = [legal], [legal] * 5
    for where, actions in (([3], one), ([-1], one), ([0], five), ([0] * 5, five), ([0.0], one), ([[0], 1], one)):
        with pytest.raises(LastCardError):
            ahead.look(where, actions)
    ahead.look([], [])
    with pytest.raises(LastCardError, match='with episode="round" and reward="win"'):
        Tables("official", episode="match").lookahead(4)
    with pytest.raises(LastCardError, match="rows must be from 1 to"):
        tables.lookahead(0)


# ---------------------------------------------------------------- what is given


def test_without_a_seed_the_cards_cannot_be_predicted() -> None:
    one, two = (Tables("official", tables=4, seed=None) for _ in range(2))
    assert [one.position(table) for table in range(4)] != [two.position(table) for table in range(4)]


def test_numbers_may_be_those_of_numpy() -> None:
    plain = Tables("official", seats=3, tables=2, seed=5, threads=2, opponents={2: "greedy"})
    given = Tables(
        "official", seats=np.int64(3), tables=np.int8(2), seed=np.uint32(5), threads=np.int16(2),
        opponents={np.int8(2): "greedy"},
    )  # fmt: skip
    assert arrays(given) == arrays(plain)
    assert given.view(np.int64(1), given.seat[1]) == plain.view(1, int(plain.seat[1]))


def test_what_is_no_action_or_bot_is_refused() -> None:
    tables = Tables("official", tables=2)
    before = arrays(tables)
    for actions in ([[0], [0, 1]], [0.0, 1.0], ["r7", "r7"], None, [0]):
        with pytest.raises(LastCardError, match="actions must be 2 whole numbers"):
            tables.step(actions)
    for ask in (tables.advise, tables.outcomes):
        with pytest.raises(LastCardError, match="no bot"):
            ask(["careful"])
    assert arrays(tables) == before


@pytest.mark.parametrize("claims", [np.array(["ask", "auto"]), None, ["ask"], 1])
def test_an_option_of_another_type_is_refused(claims: object) -> None:
    with pytest.raises(LastCardError, match="claims must be one of ask, auto"):
        Tables("official", claims=claims)  # type: ignore[arg-type]


def test_a_fork_has_threads_of_its_own() -> None:
    tables = Tables("official", tables=64, threads=2, seed=1)
    tables.step(tables.sample())
    child = get_context("fork").Process(target=lambda: tables.step(tables.sample()), daemon=True)
    child.start()
    child.join(60)
    assert child.exitcode == 0


@pytest.mark.parametrize("work", [
    lambda tables, ahead: tables.step(tables.mask.argmax(axis=1)), lambda tables, ahead: tables.sample(),
    lambda tables, ahead: tables.advise("careful"), lambda tables, ahead: tables.outcomes("random"),
    lambda tables, ahead: tables.reset(5), lambda tables, ahead: tables.reset(),
    lambda tables, ahead: tables.position(0), lambda tables, ahead: tables.round(0),
    lambda tables, ahead: tables.view(0, 1), lambda tables, ahead: ahead.look([0], [tables.mask[0].argmax()]),
])  # fmt: skip
def test_what_another_thread_uses_is_refused_and_stays_as_it_is(work: Callable[[Tables, Lookahead], object]) -> None:
    tables = Tables("official", tables=2, seed=1)
    ahead, before = tables.lookahead(1), arrays(tables)
    with ThreadPoolExecutor(1) as pool, tables._alone, pytest.raises(LastCardError, match="used by another thread"):
        pool.submit(work, tables, ahead).result()
    assert arrays(tables) == before and not ahead.mask.any()
    work(tables, ahead)
    with pytest.raises(IllegalChoice):
        tables.step([-1, -1])
    work(tables, ahead)  # what was refused for another reason leaves them free


def test_a_thread_that_was_interrupted_inside_is_let_in_again() -> None:
    tables = Tables("official", tables=2, seed=1)
    before = arrays(tables)
    tables._alone.enter(False)  # and Ctrl-C comes before it can leave
    tables.step(tables.sample())
    assert arrays(tables) != before


def test_threads_that_use_the_same_tables_break_nothing() -> None:
    """Without the refusal this ends the process, so it is one of its own."""
    code = """
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from lastcard.env import Tables
from lastcard.errors import LastCardError

tables = Tables("official", tables=2000, seed=1)

def play(number):
    for _ in range(100):
        with suppress(LastCardError):
            tables.step(tables.sample())

with ThreadPoolExecutor(4) as pool:
    list(pool.map(play, range(4)))
tables.step(tables.advise("careful"))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_after_an_interruption_no_thread_still_plays() -> None:
    tables, done = Tables("official", tables=2, threads=2), []

    def interrupted() -> int:
        raise KeyboardInterrupt

    def slow() -> int:
        sleep(0.2)
        done.append(1)
        return NONE

    with pytest.raises(KeyboardInterrupt):
        tables._runner._together([[interrupted, slow]])
    assert done


def test_policies_have_other_chance_than_the_round() -> None:
    """A random generator that differs in one word may still bring the same second number."""
    tables = Tables("official", tables=50, seed=1, opponents={1: "random"})
    for table in range(50):
        game = tables._runner.game(table)
        dealt, policy = LiveState(), LiveState()
        dealt.rng, policy.rng = game.began[:], game.chance[:]
        assert {next_word(dealt) for _ in range(20)}.isdisjoint(next_word(policy) for _ in range(20))


@pytest.mark.parametrize("claims", ["ask", "auto"])
@pytest.mark.parametrize("rules", ["official", "juno-serious", "rules-site"])
def test_a_round_can_be_played_again_whoever_played_it(rules: str, claims: str) -> None:
    """Opponents that choose at random must not change what the round's own chance brings."""
    seats = min(seat_counts(Ruleset.from_id(rules))[-1], 8)
    opponents = {1: "random", 2: "random", 3: "careful"}
    tables = Tables(rules, seats=seats, tables=8, seed=1, opponents=opponents, claims=claims)
    for step in range(200):
        tables.step(tables.sample())
        if step % 20 == 0:
            assert [str(tables.round(table)) for table in range(8)] == [tables.position(table) for table in range(8)]


def test_advice_at_random_differs_from_move_to_move() -> None:
    tables = Tables("official", seats=2, tables=1, seed=3, claims="auto")
    places = set()
    for _ in range(60):
        legal = np.flatnonzero(tables.mask[0])
        advice = tables.advise("random")
        places.add((len(legal), int(np.searchsorted(legal, advice[0]))))
        tables.step(advice)
    assert any((size, place) in places and (size, place + 1) in places for size, place in places)
