"""What positions do not show: randomness, reused tables, the turn limit, how a match starts."""

from collections import Counter

import pytest

from lastcard.backends.core import bind_core
from lastcard.backends.live import LiveState, engine
from lastcard.core.cards import refill, shuffle
from lastcard.core.deal import deal, deal_stock, seed
from lastcard.core.layout import Sheet, State
from lastcard.core.machine import random_below
from lastcard.core.match import draw_for_dealer, open_match, pick_dealer, write_round
from lastcard.core.records import assign
from lastcard.core.step import apply
from lastcard.core.terms import (
    CALL,
    CALLING,
    CARDS,
    CATCH,
    COLOUR,
    DRAW,
    DRAWN,
    NONE,
    OVER,
    REFUSED,
    SEATS,
    SHOUT,
    TURN,
    TURN_LIMIT,
    Fact,
)  # fmt: skip
from lastcard.notation import parse_action, parse_cards, parse_move, read_position, write_position
from lastcard.rules import Ruleset

OFFICIAL = Ruleset.from_id("official")


def state_with(stock: str, rules: Ruleset, number: int = 1) -> State:
    """Return a state with this stock, listed from the top, and nothing else."""
    s = State()
    cards = parse_cards(rules.deck, stock.replace(" ", ""))
    s.n_stock = len(cards)
    s.pile[: len(cards)] = reversed(cards)
    seed(s, number, number)
    return s


def do(s: State, rules: Ruleset, *moves: str) -> State:
    """Make moves, each with its seat, that must be accepted."""
    for move in moves:
        seat, actions = parse_move(rules.deck, move)
        assert seat is not None
        assert apply(s, rules.core_rules, seat, actions[0]), move
    return s


# ---------------------------------------------------------------- randomness


def test_the_shuffle_is_even() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    s = State()
    seed(s, 1, 2)
    for _ in range(600):
        s.n_stock = 3
        s.pile[:3] = [0, 1, 2]
        shuffle(s)
        orders[tuple(s.pile[:3])] += 1
    assert len(orders) == 6
    assert all(70 <= n <= 130 for n in orders.values())


def test_every_bit_of_a_seed_matters() -> None:
    seeds = [(0, 0), (1, 0), (0, 1), (1 << 32, 0), (0, 1 << 32), (5 << 32, 7), (7, 5 << 32)]
    deals = set()
    for low, high in seeds:
        s = State()
        seed(s, low, high)
        deal(s, OFFICIAL.core_rules, 2, 0, 0, 0)
        deals.add(write_position(s, OFFICIAL))
    assert len(deals) == len(seeds)


def test_a_seed_keeps_its_meaning() -> None:
    s = State()
    seed(s, 1, 2)
    assert [random_below(s, 1000) for _ in range(5)] == [977, 765, 113, 67, 907]
    assert s.rng == [4240572133, 3271525197, 753068256, 18]


def test_seeding_does_not_use_an_external_source() -> None:
    asked: list[int] = []

    def random_below(s: State, n: int) -> int:
        asked.append(n)
        return 0

    twin = bind_core(random_below=random_below)
    s = State()
    twin.seed(s, 1, 2)
    assert not asked
    twin.deal(s, OFFICIAL.core_rules, 2, 0, 0, 0)
    assert asked and min(asked) > 1, "a number below 1 is no choice"


def test_similar_seeds_start_differently() -> None:
    first = set()
    for number in range(100):
        s = State()
        seed(s, number, 0)
        first.add(random_below(s, 10))
    assert first == set(range(10))


def test_a_refill_is_shuffled() -> None:
    discards = parse_cards(OFFICIAL.deck, "r1r2r3r4r5r6r7r8r9g1g2g3")
    orders = set()
    for number in range(3):
        s = state_with("-", OFFICIAL, number)
        s.bluff, s.n_discards = -1, len(discards)
        s.pile[CARDS - len(discards) :] = discards
        refill(s, OFFICIAL.core_rules)
        assert (s.n_discards, Counter(s.pile[: s.n_stock])) == (0, Counter(discards))
        orders.add(tuple(s.pile[: s.n_stock]))
    assert len(orders) == 3


# ---------------------------------------------------------------- dealing


def all_cards(s: State) -> Counter[int]:
    """Return the cards on the table and in hands."""
    cards = Counter([s.top, *s.pile[: s.n_stock]])
    for seat in range(SEATS):
        cards.update({card: n for card, n in enumerate(s.count[seat]) if n})
    return cards


@pytest.mark.parametrize("rules", ["official", "one", "rules-md", "juno-serious"])
def test_the_whole_pack_is_dealt_from(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    refused = 0
    for number in range(80):
        s = State()
        seed(s, number, 3)
        deal(s, ruleset.core_rules, 4, 0, 0, 0)
        assert all_cards(s) == Counter(ruleset.deck.pack())
        assert s.held == [sum(counts) for counts in s.count]
        refused += s.tally[Fact.REFUSED]
    assert refused > 0


def test_every_deal_is_shuffled() -> None:
    s = State()
    seed(s, 1, 1)
    openings = []
    for _ in range(3):
        deal(s, OFFICIAL.core_rules, 2, 0, 0, 0)
        openings.append(write_position(s, OFFICIAL))
    unshuffled = state_with("".join(OFFICIAL.deck.text[card] for card in reversed(OFFICIAL.deck.pack())), OFFICIAL)
    deal_stock(unshuffled, OFFICIAL.core_rules, 2, 0, 0, 0)
    assert len({*openings, write_position(unshuffled, OFFICIAL)}) == 4


def test_a_refused_start_card_goes_back_to_a_random_place() -> None:
    """I-36, I-70: at a random place under the top card."""
    rules = Ruleset.from_id("one+hand=1")
    places = set()
    for number in range(30):
        s = state_with("r1r2 w r3r4r5r6r7", rules, number)
        deal_stock(s, rules.core_rules, 2, 0, 0, 0)
        assert rules.deck.text[s.top] == "r3"
        places.add(s.pile.index(rules.deck.code["w"]))
    assert places == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(("top", "phase"), [("gS", TURN), ("w", COLOUR), ("w+4", COLOUR)])
def test_no_card_is_acceptable(top: str, phase: int) -> None:
    """D07: the card that was turned up stays, without effect."""
    rules = Ruleset.from_id("one+hand=1")
    s = state_with(f"r1r2 {top} g+2gRwrS", rules)
    deal_stock(s, rules.core_rules, 2, 0, 0, 0)
    assert (rules.deck.text[s.top], s.phase, s.turn, s.direction, s.pending) == (top, phase, 1, 1, 0)


def test_a_reused_table_is_cleared() -> None:
    """A deal leaves nothing of the previous round: the result is the same as on a new table."""
    rules = Ruleset.from_id("official+fines+ready-gate=any-penalty+hand=2+hand-limit=9:aside")
    used, _ = read_position("g1g2r5b+2/#30/b1!/y1*/yRw%/ww^ g3 <0 @3 b3b4b5|g7g6 " + rules.id)
    used.turns, used.winners = 77, 5
    used.points[:3] = [12, 30, 7]
    new = State()
    for s in (used, new):
        seed(s, 9, 9)
        deal(s, rules.core_rules, 4, 1, 0, 0b1000)
    for name in State._fields:  # type: ignore[attr-defined]  # every record has it
        if name not in ("tally", "pile"):
            assert getattr(used, name) == getattr(new, name), name
    assert used.pile[: used.n_stock] == new.pile[: new.n_stock]
    assert (new.turns, new.winners, new.points) == (0, 0, [0] * SEATS)


def test_anyone_may_be_first() -> None:
    rules = Ruleset.from_id("official+first-seat=random+start-action=inert+hand=1")
    first = set()
    for number in range(60):
        s = State()
        seed(s, number, 0)
        deal(s, rules.core_rules, 5, 2, 0, 0b10000)
        first.add(s.turn)
    assert first == {0, 1, 2, 3}


# ---------------------------------------------------------------- the turn limit (I-54, I-72)

TURNS = [
    ("r5g1g2/b1b2 r7 >0 - b3b4b5|- official", ["0 r5"], 1),
    ("r5g1g2/b1b2 r7 >0 - b3b4b5|- official", ["0 draw"], 1),
    ("r5g1g2/b1b2 r7 >0 - r3b4b5|- official", ["0 draw", "0 r3"], 1),
    ("r5g1g2/b1b2 r7 >0 - r3b4b5|- official", ["0 draw", "0 pass"], 1),
    ("b5g1g2/b1b2 r7 >0 - -|- official", ["0 pass"], 1),
    ("r5g1g2/b1b2 r7 >0 - b3b4b5|- official+fines", ["0 g1"], 1),
    ("r5g1g2/b1b2 r7 >0 - b3b4b5b6|- official+fines", ["0 draw", "0 r5"], 1),
    ("r5g1g2/b1b2 r7 >0 - b3b4b5|- official+fines", ["1 b1"], 0),
    ("r5g5g2/b1b2 r7 >0 - b3b4b5|- official+batch=same-value:3", ["0 r5&", "0 g5&", "0 done"], 1),
    ("r5g5g2g3/b1b2 r7 >0 - b3b4b5|- official+batch=same-value:3+fines", ["0 r5&", "0 g2"], 1),
    ("r+2g1g2/b+2b1b2/y1y2 r7 >0 - b3b4b5b6|- official+stack", ["0 r+2", "1 b+2", "2 take"], 2),
    ("r5g1g2/b1b2/r5y2 r7 >0 - b3b4b5|- official+jump-in", ["0 r5", "2 r5"], 2),
    ("g1*/b1b2 r7 >1 @0 b3b4b5|- official", ["1 catch 0"], 0),
]


@pytest.mark.parametrize(("line", "moves", "turns"), TURNS)
def test_turns_are_counted(line: str, moves: list[str], turns: int) -> None:
    s, rules = read_position(line)
    assert do(s, rules, *moves).turns == turns


def at_the_bound(line: str, *moves: str) -> tuple[LiveState, list[tuple[int, int, int, int]]]:
    """Make moves in a position one turn before the limit; return the state and the facts."""
    read, rules = read_position(line)
    s = LiveState()
    assign(s, read)
    s.turns = TURN_LIMIT - 1
    for move in moves:
        seat, _, text = move.partition(" ")
        assert engine.apply(s, rules.core_rules, int(seat), parse_action(rules.deck, text)[0])
    return s, s.take_facts()


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("r5g1g2/b1 r7 >0 - b3b4b5|- official", ["0 r5"]),
        ("r5g1g2/b1 r7 >0 - b3b4b5|- official", ["0 draw", "0 pass"]),
        ("r+2g1g2/b1 r7 >0 - b3b4b5|- official+stack", ["0 r+2"]),
        ("rSg1g2/b1/b9b8 r7 >0 - b3b4b5|- official+stack-skips", ["0 rS"]),
        ("r5g1g2/b1 r7 >0 - b3b4b5|- official+fines", ["0 g1"]),
    ],
)
def test_the_turn_limit_ends_the_round(line: str, moves: list[str]) -> None:
    s, facts = at_the_bound(line, *moves)
    assert (s.phase, s.winners) == (OVER, 0b10)
    assert (Fact.BLOCKED, -1, -1, 1) in facts


@pytest.mark.parametrize(
    ("line", "moves", "phase"),
    [
        ("r5g1g2/b1 r7 >0 - b3b4b5|- official", ["0 draw"], DRAWN),
        ("r7g1g2/b1/b2 r8 >0 - b3b4b5|- official+seven-zero", ["0 r7"], 6),
        ("r5g5g2/b1/b2 r8 >0 - b3b4b5|- official+batch=same-value:2", ["0 r5"], 2),
        ("g1*/b1b2 r7 >1 @0 b3b4b5|- official", ["1 catch 0"], TURN),
    ],
)
def test_at_the_limit_a_turn_can_be_finished(line: str, moves: list[str], phase: int) -> None:
    assert at_the_bound(line, *moves)[0].phase == phase


def test_a_round_blocked_by_passes_is_not_at_the_limit() -> None:
    s, facts = at_the_bound("b5g1g2/b1b2 r7 >0 =1 -|- official", "0 pass")
    assert s.phase == OVER
    assert (Fact.BLOCKED, -1, -1, 0) in facts


# ---------------------------------------------------------------- numbers that are not actions


NO_ACTIONS = [-1, SHOUT, SHOUT | CALLING, DRAW | CALLING, CALL | CALLING, CATCH + 1 | CALLING, CATCH + 2, 2 * CALLING]


@pytest.mark.parametrize("hand", ["r5g1", "r5g1g2"])
@pytest.mark.parametrize("rules", ["official", "official+fines"])
@pytest.mark.parametrize(
    ("seat", "action"),
    [*((0, action) for action in NO_ACTIONS), (-1, DRAW), (-1, CATCH + 1), (2, CATCH + 1), (2, CALL), (99, CATCH + 1)],
)
def test_a_number_that_is_not_an_action_is_refused(hand: str, rules: str, seat: int, action: int) -> None:
    """A call goes only with a lay, SHOUT is not an action, and seats that do not exist neither act nor are accused."""
    line = f"{hand}/b1* r7 >0 @1 b3b4|- {rules}"
    s, ruleset = read_position(line)
    assert apply(s, ruleset.core_rules, seat, action) == REFUSED
    assert write_position(s, ruleset) == line


# ---------------------------------------------------------------- fields that no longer mean anything


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("g1*/b1b2 r7 >1 @0 b3b4|- official", "1 draw"),
        ("g1*/b1b2 r7 >1 @0 b3b4|- official", "1 catch 0"),
        ("g1*/b1b2 r7 >0 - b3b4|- rules-md+uno-duty=on-hold", "0 draw"),
        ("g1*/b1b2r3 r7 >1 @0 b3b4|- rules-md", "1 r3"),
        ("g1*/b1b2/y1y2 r7 >1 @0 b3b4b5b6|- official+fines+hand=2+hand-limit=3:aside", "0 catch 1"),
    ],
)
def test_a_mark_ends_with_its_duty(line: str, move: str) -> None:
    s, rules = read_position(line)
    do(s, rules, move)
    assert (s.catchable & 1, s.one_left & 1, s.accused & 1) == (0, 0, 0)


def test_a_late_call_meets_the_duty_but_does_not_end_the_time_to_accuse() -> None:
    """Otherwise open claims would tell whether a player called with the lay or forgot."""
    s, rules = read_position("g1*/b1b2 r7 >1 @0 b3b4|- official")
    do(s, rules, "0 call")
    assert (s.called, s.catchable, s.one_left) == (1, 0, 1)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("g1g2/b1b2b3/y1y2 r7 >1 b3 b4b5b6|- official+fines+hand=2+hand-limit=5:aside", "1 catch 0"),
        ("g1g2/b1b2b3/y1y2 r7 >1 b3 b4b5b6|- official", "1 pass"),
        ("g1g2/b1b2r3/y1y2 r7 >1 r3 b4b5b6|- official", "1 r3"),
        ("g1g2/b1b2r3/y1y2 r7 >1 r3 b4b5b6|- official+fines", "1 b1"),
    ],
)
def test_the_drawn_card_is_cleared(line: str, move: str) -> None:
    s, rules = read_position(line)
    assert do(s, rules, move).drawn == NONE


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("w+4/b1!/y1y2% r5 >0 - b3b4b5b6b7b8|r1 official+fines+challenge=4,2,returns,target", "0 w+4:g"),
        ("r5/b1!/y1* r7 >0 - b3b4|r1 rules-md+batch=same-value:3", "0 r5"),
        ("g+2/b1b2/y1y2 r+2 >0 +2@2 b3b4b5b6b7b8|r1 official+stack", "0 g+2"),
        ("g1g2/b1b2/y1* r7 >0 =2 -|- official", "0 pass"),
        ("g1g2/b1b2 r7 >0 - b3b4b5|- official+fines+ready-gate=any-penalty+hand=2+hand-limit=3:aside", "0 draw"),
        ("g1/b1b2* r7 >0 - b3|- official+fines+ready-gate=any-penalty+pile-out=end-round", "1 catch 0"),
    ],
)
def test_a_finished_round_leaves_nothing_pending(line: str, move: str) -> None:
    s, rules = read_position(line)
    do(s, rules, move)
    assert (s.phase, s.winners != 0) == (OVER, True)
    for name in ("pending", "called", "catchable", "one_left", "accused", "ready", "batch", "calling", "passes"):
        assert getattr(s, name) == 0, name
    for name in ("drawn", "laid_by", "bluff", "under"):
        assert getattr(s, name) == NONE, name


def test_a_batch_that_went_back_is_cleared() -> None:
    s, rules = read_position("r7g7b1b2/r5y9 r8 >0 - b3b4b6|- official+batch=same-value:3+fines")
    do(s, rules, "0 r7&!", "0 b1")
    assert (s.batch, s.calling, s.under, s.bluff) == (0, 0, NONE, NONE)


# ---------------------------------------------------------------- matches


def used_sheet() -> Sheet:
    """Return the sheet of a finished match."""
    sheet = Sheet()
    sheet.scores[:3] = [500, 20, 30]
    sheet.ranks[:3] = [1, 3, 2]
    sheet.seats, sheet.eliminated, sheet.winners, sheet.rounds, sheet.over, sheet.dealer = 3, 0b100, 1, 9, 1, 2
    return sheet


@pytest.mark.parametrize(("rules", "score"), [("official", 0), ("official+survival=300", 300)])
def test_a_match_starts_with_a_clean_sheet(rules: str, score: int) -> None:
    sheet, s = used_sheet(), State()
    open_match(sheet, Ruleset.from_id(f"{rules}+dealer-pick=host").core_rules, s, 4, 3)
    assert sheet.scores == [score] * 4 + [0] * (SEATS - 4)
    assert sheet.ranks == [0] * SEATS
    assert (sheet.seats, sheet.eliminated, sheet.winners, sheet.rounds, sheet.over, sheet.dealer) == (4, 0, 0, 0, 0, 3)


@pytest.mark.parametrize("pick", ["random", "highest-card"])
@pytest.mark.parametrize(("left", "dealers"), [(0, {0, 1, 2, 3}), (0b0001, {1, 2, 3}), (0b0100, {0, 1, 3})])
def test_anyone_still_in_may_deal(pick: str, left: int, dealers: set[int]) -> None:
    rules = Ruleset.from_id(f"official+dealer-pick={pick}")
    found = set()
    for number in range(80):
        s, sheet = State(), Sheet()
        sheet.seats, sheet.eliminated = 4, left
        seed(s, number, 0)
        found.add(pick_dealer(sheet, rules.core_rules, s, 0))
    assert found == dealers


def test_the_cards_drawn_for_the_dealer_are_noted() -> None:
    s, sheet = State(), Sheet()
    sheet.seats = 4
    seed(s, 5, 0)
    pick_dealer(sheet, OFFICIAL.core_rules, s, 0)
    assert s.tally[Fact.PICKED] >= 4


def test_the_pack_is_shuffled_again_when_the_draw_for_the_dealer_uses_it_up() -> None:
    dealers = set()
    for number in range(30):
        s = state_with("gS", OFFICIAL, number)
        dealers.add(draw_for_dealer(s, OFFICIAL.core_rules, 0b1111))
        assert s.tally[Fact.PICKED] >= 4
    assert dealers >= {1, 2, 3}  # the first seat draws the symbol, which counts nothing


def test_a_player_who_left_keeps_their_rank() -> None:
    """A6-3: players who leave later are ranked better, and nobody leaves twice."""
    rules = Ruleset.from_id("official+elimination=100")
    sheet, s = Sheet(), State()
    sheet.seats = s.seats = 4
    for winner, points in ((0, [0, 10, 120, 20]), (3, [30, 130, 0, 0]), (0, [0, 0, 0, 150])):
        s.winners, s.points[:4] = 1 << winner, points
        write_round(sheet, rules.core_rules, s, 0)
    assert sheet.ranks[:4] == [1, 3, 4, 2]
    assert (sheet.over, sheet.winners, sheet.eliminated) == (1, 0b0001, 0b1110)
