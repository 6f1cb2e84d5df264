"""`search`: by the rules, repeatably, honestly; it minds the match; its samples agree with what was seen."""

import time
from collections import Counter
from collections.abc import Iterator

import pytest

from lastcard.bots import SearchBot, make_bot, move
from lastcard.bots import search as module
from lastcard.bots.search import COMPILED_PLAYOUTS, INTERPRETED_PLAYOUTS, candidates
from lastcard.core.deal import seed as seed_state
from lastcard.core.layout import State
from lastcard.core.records import assign
from lastcard.core.terms import CALLING, RANKS
from lastcard.errors import LastCardError
from lastcard.game.events import Fined
from lastcard.game.memory import Lack, Lacking
from lastcard.game.round import Round
from lastcard.game.values import Action, values_of
from lastcard.game.view import View
from lastcard.rules import PRESETS
from lastcard.sim.guess import likely_hands
from lastcard.sim.knowledge import view_knowledge
from lastcard.sim.plan import CAREFUL, ONE, plan_of
from lastcard.sim.sampler import fill_piles
from lastcard.testing import check_honesty
from walks import hand_of

SMALL = "official+hand=3"


def rounds(rules: str, seats: int, name: str, seed: int) -> Iterator[tuple[Round, int, Action]]:
    """A round by bots of one kind: the table after each action, whose it was, and the action."""
    table = Round.deal(rules, seats=seats, seed=seed)
    bots = {seat: make_bot(name, seed * 10 + seat) for seat in range(seats)}
    while not table.over:
        legal = [table.legal(seat) for seat in range(seats)]
        done = move(table, bots)
        assert plain(table, done.action) in legal[done.seat]
        assert not any(isinstance(event, Fined) for event in done.events)
        yield table, done.seat, done.action


def plain(table: Round, action: Action) -> Action:
    """An action of one card or word as `legal` lists it: closed, and without a call."""
    return values_of(table.rules).single(action.codes[0] & ~CALLING)


# ---------------------------------------------------------------- by the rules, repeatably, honestly


@pytest.mark.parametrize("rules", [*PRESETS, "official+jump-in+seven-zero+stack", "official+partners"])
def test_whole_rounds_are_legal(rules: str) -> None:
    *_, (table, _, _) = rounds(rules, 4, "search?playouts=24", 2)
    assert table.winners


def test_hands_of_hidden_sizes_are_played_by_habit() -> None:
    *_, (table, _, _) = rounds("official+count_info=hidden", 3, "search?playouts=24", 1)
    assert table.winners


def test_the_same_seed_and_budget_play_the_same_round() -> None:
    first, again = ([move[1:] for move in rounds(SMALL, 3, "search?playouts=60", 4)] for _ in range(2))
    assert first == again


@pytest.mark.parametrize("rules", ["official+hand=4", "juno-seven0", "rules-site"])
def test_hidden_cards_change_nothing(rules: str) -> None:
    check_honesty(lambda seed: make_bot("search?playouts=32", seed), rules, seats=3, seed=5)


# ---------------------------------------------------------------- the budget

MANY = "r1r2g3g4b5y6w/?7/?7 r9 >0 - 60|10 official"


def spent(bot: SearchBot, line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many playouts a decision takes."""
    counts = []
    run = module._Playouts.run

    def counted(self: module._Playouts, count: int) -> None:
        query = self._query
        counts.append(count * sum(1 for k in range(query.n_candidates) if not query.dropped >> k & 1))
        run(self, count)

    monkeypatch.setattr(module._Playouts, "run", counted)
    bot.decide(Round.from_position(line).view(0))
    return sum(counts)


@pytest.mark.parametrize("budget", [10, 100, 1000])
def test_playouts_are_not_exceeded(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = SearchBot(1, playouts=budget)
    tried = len(candidates(Round.from_position(MANY).view(0)))
    assert budget - tried < spent(bot, MANY, monkeypatch) <= budget


def test_one_sample_is_taken_whatever_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spent(SearchBot(1, playouts=1), MANY, monkeypatch) == 7


def test_a_budget_of_time_is_kept_about() -> None:
    bot, view = SearchBot(1, ms=40), Round.from_position(MANY).view(0)
    bot.decide(view)  # reads what is compiled
    began = time.perf_counter()
    bot.decide(view)
    assert 0.04 <= time.perf_counter() - began < 5


def test_less_is_tried_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SearchBot()._budget == COMPILED_PLAYOUTS
    monkeypatch.setattr(module, "choose_backend", lambda name: "python")
    bot = SearchBot()
    assert not bot.compiled
    assert spent(bot, MANY, monkeypatch) <= INTERPRETED_PLAYOUTS


# ---------------------------------------------------------------- compiled and interpreted


@pytest.mark.parametrize(
    "line",
    [
        MANY,
        "r1r7g7b0w+4/?3/?1! r9 >0 - 60|10 juno-seven0",
        "r1r2y3w+4/?5/?3 g+2 >0 +2@2 60|10 official+stack",
        "r8g2/y5y6b1/?4 w+4:g >1 +4?<r5@0 40|30 official",
        "r1b2r2ww/?1! r9 >0 - 50|40 rules-site+low-score",
    ],
)
def test_compiled_and_interpreted_playouts_come_to_the_same(line: str) -> None:
    table = Round.from_position(line)
    table.scores = (20,) * table.seats
    assert_same_playouts(table.view(table.awaited[0]))


@pytest.mark.parametrize("rules", ["official", "juno-serious", "rules-site"])
def test_so_do_those_that_mind_what_was_laid(rules: str) -> None:
    views = [
        table.view(0)
        for table, _, _ in rounds(rules, 3, "careful", 8)
        if table.awaited == (0,) and len(candidates(table.view(0))) > 1 and all(table.view(0).memory.choices[1:])
    ]
    assert len(views) > 2
    for view in views[:8]:
        assert_same_playouts(view)


def assert_same_playouts(view: View) -> None:
    queries = []
    for compiled in (False, True):
        bot = SearchBot(3)
        query = bot._query(view, candidates(view))
        module._Playouts(view, bot._plan, query, compiled=compiled).run(12)
        queries.append((query.sums, query.squares))
    assert queries[0] == queries[1]
    assert any(queries[0][0])


# ---------------------------------------------------------------- what it is after


def best(line: str, scores: tuple[int, ...] | None = None) -> str:
    table = Round.from_position(line)
    table.scores = scores
    return plain(table, SearchBot(1, playouts=8_000).decide(table.view(0))).text


def test_it_minds_the_points_of_a_match() -> None:
    """Wilds win rounds, so they are kept; but where they would cost 50 points each, and those the match, they go."""
    line = "r1b2r2ww/?1! r9 >0 - 50|40 rules-site+low-score"
    assert best(line) in ("r1", "r2")
    assert best(line, (90, 100)).startswith("w:")


def worth(line: str, scores: tuple[int, ...], rounds: int = 0, left: tuple[int, ...] = ()) -> set[int]:
    """What the candidates come to in a match that stands so."""
    table = Round.from_position(line)
    table.scores, table.rounds, table.eliminated = scores, rounds, left
    view = table.view(0)
    query = SearchBot(3)._query(view, candidates(view))
    module._Playouts(view, SearchBot(3)._plan, query, compiled=True).run(64)
    return set(query.sums[: query.n_candidates])


@pytest.mark.parametrize(
    "rules", ["official+target=10000", "official+elimination=500", "official+round_score=none+rounds=5"]
)
def test_it_minds_a_match_that_goes_on_for_long(rules: str) -> None:
    """A round changes little there, but a little is not nothing: it does not fall back on habits."""
    choices = set()
    for number in range(20):
        table = Round.deal(rules, seats=3, seed=number)
        table.scores = (0, 0, 0)
        view = table.view(table.turn)
        choices.add(SearchBot(number, playouts=2_000).decide(view) == make_bot("careful", number).decide(view))
    assert choices == {True, False}


def test_who_has_left_the_match_does_not_decide_it() -> None:
    line = "r1r2y3w+4/?5/?3/# g9 >0 - 60|10 official+elimination=500"
    assert len(worth(line, (20, 30, 10, 510), left=(3,))) > 1


def test_the_last_round_of_a_match_decides_it() -> None:
    """Far ahead in the last of three rounds nothing can be lost any more."""
    line = "r1r2y3w+4/?5/?3 g9 >0 - 60|10 official+rounds=3"
    assert worth(line, (900, 30, 10), rounds=2) == {64 * ONE}
    assert len(worth(line, (50, 30, 10), rounds=0)) > 1


def test_any_seed_will_do() -> None:
    table = Round.from_position(MANY)
    for number in (0, 1 << 60, (1 << 63) - 1):
        assert SearchBot(number, playouts=20).decide(table.view(0)) in table.legal(0)


@pytest.mark.parametrize("budget", ["ms=0", "ms=1e9", "playouts=0", "playouts=-3", "playouts=1000001"])
def test_a_budget_has_bounds(budget: str) -> None:
    with pytest.raises(LastCardError, match="expected a number from"):
        make_bot(f"search?{budget}")


@pytest.mark.parametrize("ms", [float("nan"), float("inf"), 0.0, -1.0, 60_001.0])
def test_a_budget_given_in_python_has_bounds(ms: float) -> None:
    with pytest.raises(LastCardError, match="expected a number from"):
        SearchBot(ms=ms)


def test_it_finds_the_lay_that_wins() -> None:
    """Two skips in a row end the round before the other seat can lay its last card."""
    assert best("rSgSg4/?1! r9 >0 - 60|40 official") == "rS"


def test_it_wins_more_than_it_loses() -> None:
    """A coarse check of strength; the measured one is benchmarks/strength.py."""
    wins = Counter[str]()
    for deal in range(30):
        for turn in range(2):
            table = Round.deal("official", seats=2, seed=deal, dealer=deal % 2)
            names = ("search?playouts=400", "random")
            bots = {seat: make_bot(names[(seat + turn) % 2], deal) for seat in range(2)}
            while not table.over:
                move(table, bots)
            wins[names[(table.winners[0] + turn) % 2]] += 1
    assert wins["search?playouts=400"] > 33


# ---------------------------------------------------------------- what hands were seen to lack


def lacking(view: View, lack: Lack, cards: list[int]) -> int:
    """How many of these cards are such as the hand lacked."""
    return sum(lack.has(view.rules.deck.by_code[card], view.rules) for card in cards)


@pytest.mark.parametrize("rules", ["official", "juno-classic", "rules-site", "rules-md", "rules-md+draw-until"])
def test_what_a_hand_was_seen_to_lack_is_so(rules: str) -> None:
    """`greedy` draws, or lays a wild, only when it can lay nothing else: its older cards did not go on that face."""
    noticed = 0
    for seed in range(6):
        for table, _, _ in rounds(rules, 3, "greedy", seed):
            view, state = table.view(0), table.live_state()
            for seat in (1, 2):
                for lack in view.memory.lacks[seat]:
                    noticed += lack.cards > 0
                    assert lack.cards <= state.held[seat]
                    assert lacking(view, lack, hand_of(state, seat)) <= state.held[seat] - lack.cards
    assert noticed > 50


def sampled(view: View, number: int) -> State:
    (s, unknown, clues), past = view_knowledge(view), State()
    assign(past, s)
    seed_state(s, number, 1)
    rules = view.rules.core_rules
    fill_piles(s, rules, unknown, likely_hands(s, past, rules, plan_of([CAREFUL]), unknown, clues))
    return s


def test_samples_agree_with_what_was_seen() -> None:
    agreeing = asked = 0
    for table, _, _ in rounds("official", 3, "greedy", 3):
        view = table.view(0)
        for seat in (1, 2):
            lacks = [lack for lack in view.memory.lacks[seat][-3:] if lack.cards > 0]
            for number in range(5 if lacks and not table.over else 0):
                hand = hand_of(sampled(view, number), seat)
                asked += 1
                agreeing += all(lacking(view, lack, hand) <= len(hand) - lack.cards for lack in lacks)
    assert asked > 50
    assert agreeing / asked > 0.97


def test_the_youngest_card_is_not_held_to_what_an_older_hand_lacked() -> None:
    """Seat 1's hand is known through a swap; what it draws afterwards may be of any colour."""
    table = Round.from_position("g7r1r2r3/b1b2/y5y6y7 g3 >0 - 60|g9 official+seven-zero")
    table.play("0 g7>1")
    table.play("1 draw")
    view = table.view(0)
    known = Counter(card.code for card in view.known(1))
    assert known.total() == 3 and view.memory.lacks[1]
    drawn = [hand_of(sampled(view, number), 1) for number in range(200)]
    colours = Counter(card // RANKS for hand in drawn for card in (Counter(hand) - known).elements())
    assert min(colours[row] for row in range(4)) > 20


def test_U_32_who_was_caught_bluffing_holds_the_colour() -> None:
    table = Round.from_position("r8g2b7/b1y3/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6b7b8b9|r5 official")
    table.play("1 challenge")
    view = table.view(2)
    assert view.memory.holds[0] == ["r"]
    red = sum(any(card < RANKS for card in hand_of(sampled(view, number), 0)) for number in range(100))
    assert red > 95


def test_who_lays_a_wild_names_a_colour_of_the_hand() -> None:
    table = Round.from_position("r1r2r3/wg1g2g3/y5y6 b3 >1 - 60|b9 official")
    table.play("1 w:g")
    view = table.view(0)
    assert view.memory.holds[1] == ["g"]
    hands = [hand_of(sampled(view, number), 1) for number in range(100)]
    assert sum(any(card // RANKS == 1 for card in hand) for hand in hands) > 95
    assert sum(any(card // RANKS == 2 for card in hand) for hand in hands) < 5  # blue would have gone on blue


def test_U_32_what_was_proven_is_not_forgotten_for_what_is_likely() -> None:
    """A challenge failed, so seat 0 had no red card; it has drawn on other faces since."""
    line = "g2b7b8y1y2y3/b1y3g5g6/y5y6g7 w+4:g >1 +4?0<r5@0 b1b2b3b4b5b6b9g1g3g4y4y7y8|r5 official"
    table = Round.from_position(line)
    table.play("1 challenge")
    memory = table.view(2).memory.copy()
    assert [(lack.sure, lack.cards) for lack in memory.lacks[0]] == [(True, 6)]
    faces = [values_of("official").face(table.rules.card(text).code) for text in ("g3", "g4", "g7")]
    memory.lacks[0] += [Lack(face, Lacking.ALL, 6, sure=False) for face in faces if face is not None]
    view = table.view(2).remembering(memory)
    hands = [hand_of(sampled(view, number), 0) for number in range(200)]
    assert not any(card < RANKS for hand in hands for card in hand)


@pytest.mark.parametrize(("cards", "answer"), [(3, "take"), (12, "challenge"), (20, "challenge")])
def test_U_32_who_lays_a_wild_draw_from_a_long_hand_is_not_believed(cards: int, answer: str) -> None:
    table = Round.from_position(f"?{cards}w+4/b1y3g5y7/y5y6g1g2 r5 >0 - 50|20 official", seed=1)
    table.play("0 w+4:g")
    bot = SearchBot(1, playouts=2_000)
    assert bot.decide(table.view(1)).text == answer


# ---------------------------------------------------------------- what lays tell of a hand


def test_who_leaves_a_colour_is_guessed_to_hold_the_other() -> None:
    """Seat 1 went from red to green by a nine; `careful` does so for the colour it holds more of."""
    table = Round.from_position("r1r2r3/g9g1g2g3/y5y6 r9 >1 - 60|b9 official")
    plain = Round.from_position("r1r2r3/?3/y5y6 g9 >2 - 60|b9r9 official").view(0)
    table.play("1 g9")
    told = table.view(0)
    assert greens(told) > 1.15 * greens(plain)


def greens(view: View) -> int:
    """How many green cards seat 1 holds in many samples."""
    hands = [hand_of(sampled(view, number), 1) for number in range(600)]
    return sum(card // RANKS == 1 for hand in hands for card in hand)


def test_guesses_agree_with_hands_more_often_for_what_was_laid() -> None:
    """Of those who play as `careful` does, a guess knows more with the lays in mind than without."""
    told = blind = 0
    for seed in range(12):
        for table, _, _ in rounds("official", 4, "careful", seed):
            view, state = table.view(0), table.live_state()
            if table.over or table.awaited[0] != 0:
                continue
            for seat in (1, 2, 3):
                if not view.memory.choices[seat] or state.held[seat] > 4:
                    continue
                rows = {card // RANKS for card in hand_of(state, seat)}
                without = view.memory.copy()
                without.choices = [[] for _ in range(4)]
                forgetful = view.remembering(without)
                for number in range(8):
                    told += len(rows & {card // RANKS for card in hand_of(sampled(view, number), seat)})
                    blind += len(rows & {card // RANKS for card in hand_of(sampled(forgetful, number), seat)})
    assert told > 1.02 * blind
