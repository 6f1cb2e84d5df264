"""D40 hidden: nothing a seat is shown, told or asked depends on the size of another hand.

The tests use twin tables that differ only in the size of one hand.  They must look the same to every other seat, and
to a spectator, until a move makes the size public: a verdict on an accusation or a call, a penalty for a forgotten
call, a hand that runs out, or the end of the round.
"""

from random import Random

import pytest

from lastcard.backends.live import LiveState
from lastcard.core.cards import give, take
from lastcard.core.seats import owes_nothing
from lastcard.core.terms import BATCH, CALLING, CATCH, CHALLENGE, DRAW, DRAWN, NO_DUTY, OVER, SEATS, CountInfo, Phase
from lastcard.explain import explain_all
from lastcard.explain.reasons import Reason
from lastcard.game.events import (
    AccusedInVain,
    Blocked,
    Called,
    CallOverdue,
    Caught,
    Drew,
    DrewPenalty,
    Event,
    Fined,
    Holds,
    KnockedOut,
    Revealed,
    Shown,
    Won,
    told_to,
)  # fmt: skip
from lastcard.game.round import Round
from lastcard.game.view import View
from lastcard.rules import Ruleset
from strategies import seat_counts
from walks import Walk, act, foul_actions, hand_of, legal_actions, odd_ruleset

PUBLIC = (AccusedInVain, Blocked, CallOverdue, Caught, Holds, KnockedOut, Revealed, Shown, Won)

PLAIN = "official+count-info=hidden"
TABLES = ("g1r5/b5b6/y1y2 r1 >0 - b1b2b3b4|- {}", "g1g2r5/b5b6/y1y2 r1 >0 - b1b2b3b4|- {}")


def hidden_ruleset(rng: Random) -> Ruleset:
    """Return random rules that hide the sizes of hands."""
    while True:
        try:
            rules = odd_ruleset(rng).replace(count_info=CountInfo.HIDDEN)
        except ValueError:
            continue  # some rules cannot hide them
        if seat_counts(rules):
            return rules


def hidden_walks(seeds: range) -> list[Walk]:
    found = []
    for number in seeds:
        rng = Random(f"hidden {number}")
        rules = hidden_ruleset(rng)
        found.append(Walk(rules, rng.choice(seat_counts(rules)), number))
    return found


def resize(s: LiveState, rules: Ruleset, seat: int, rng: Random) -> None:
    """Change the size of a hand, if it is hidden; if it is one card afterwards, the seat may owe a call."""
    if s.phase == BATCH and s.turn == seat and s.calling and not rules.fine_false_call:
        return  # a call that would be refused if it were false tells the size (I-64)
    limit = rules.core_rules.hand_limit or 30
    size = rng.choice([n for n in (1, 1, 2, 3, 5) if n < limit] or [1])
    owes_nothing(s, seat)
    s.called &= ~(1 << seat)
    while s.held[seat] > size:
        hand = hand_of(s, seat)
        if s.phase == DRAWN and s.turn == seat:
            hand.remove(s.drawn)
        take(s, seat, rng.choice(hand))
    while s.held[seat] < size:
        give(s, seat, rng.choice([*rules.deck.text]))
    if s.held[seat] == 1 and rules.core_rules.uno_duty != NO_DUTY and rng.random() < 0.7:
        s.catchable |= 1 << seat
        s.one_left |= (1 << seat) * rng.choice([0, 1])


def twins(walk: Walk, seat: int) -> tuple[Round, Round]:
    """Return the table of a walk, and one where another hand is of another size."""
    states = [LiveState(), LiveState()]
    others = [other for other in range(walk.state.seats) if other != seat and not walk.state.out >> other & 1]
    other = walk.rng.choice(others)
    for state in states:
        state.copy_from(walk.state)
        resize(state, walk.rules, other, walk.rng)
    states[1].rng = states[0].rng[:]
    one, two = (Round(walk.rules, state) for state in states)
    return one, two


def sight(view: View) -> tuple[object, ...]:
    """Return all that a view shows and remembers."""
    return (view, view.memory, view.legal, view.to_dict(), str(view))


def accuses(action: int) -> bool:
    return CATCH <= action < CATCH + SEATS


def answer(table: Round, seat: int, action: int) -> str:
    """Return what a table says to a move; whether an accusation is right is not known before it is made."""
    s = table.live_state()
    legal = legal_actions(s, table.rules, seat)
    if action in legal:
        return "accuses" if accuses(action) else "legal"
    if action in foul_actions(s, table.rules, seat):
        return "accuses" if accuses(action) else "false call" if action & ~CALLING in legal else "foul"
    return "refused"


def reasons(table: Round, seat: int) -> list[Reason]:
    """Return why a seat may, or may not, accuse each seat or call."""
    s = table.live_state()
    actions = [CATCH + other for other in range(s.seats)]
    return [explain_all(s, table.rules, seat, [action])[-1][1] for action in actions]


def is_verdict(events: tuple[Event, ...], others: tuple[Event, ...]) -> bool:
    """Return whether two tables first differ in the verdict on a call: right at one, false at the other (I-64)."""
    for pair in zip(events, others, strict=False):
        match pair:
            case (Called(seat=caller), Fined() as fined) | (Fined() as fined, Called(seat=caller)):
                return fined.seat == caller and fined.cards > 0
            case (one, other) if one != other:
                return False
    return False


def is_public(events: tuple[Event, ...], others: tuple[Event, ...], seat: int | None, action: int) -> bool:
    """Return whether a move may have made public what was hidden, so that seats are told different things."""
    if action & ~CALLING in (DRAW, CHALLENGE) or accuses(action):
        return True  # draw: cards that the seat itself drew; a challenge shows a hand
    if is_verdict(events, others):
        return True
    if any(isinstance(event, PUBLIC) for event in (*events, *others)):
        return True
    return len(events) == len(others) and all(
        one == other or (isinstance(one, Drew | DrewPenalty) and type(one) is type(other) and one.seat == seat)
        for one, other in zip(events, others, strict=True)
    )


def ran_out(table: Round) -> bool:
    """Return whether someone played a last card that still moves hands (D54): it completes an open batch at once."""
    return any(held == 0 and seat not in table.status.out for seat, held in enumerate(table.status.held))


def check_equal(one: Round, two: Round, seat: int) -> None:
    assert one.awaited == two.awaited
    assert one.status.claims == two.status.claims, "which claims are open, and so the clocks, depend on a hidden size"
    for watcher in (seat, None):
        assert sight(one.view(watcher)) == sight(two.view(watcher)), "a hidden size shows"
    assert reasons(one, seat) == reasons(two, seat), "a reason reveals a hidden size"


def check_twins(walk: Walk, seat: int, most: int) -> set[str]:
    """Walk at two tables that differ in a hidden size; return the phases that both went through."""
    one, two = twins(walk, seat)
    walk.state = one.live_state()
    check_equal(one, two, seat)
    phases = {one.phase.name}
    for _ in range(most):
        actor, action = walk.choose()
        if answer(one, actor, action) != answer(two, actor, action):
            assert actor != seat, f"seat {seat} may do at one table what it may not at the other"
            break
        walk.moves.append((actor, action))
        events = [act(table, actor, action) for table in (one, two)]
        walk.state = one.live_state()
        differs = False
        for watcher in (seat, None):
            here, there = (told_to(told, watcher) for told in events)
            if here != there:
                assert is_public(here, there, watcher, action), f"{watcher} is told {here}, or else {there}"
                differs = True
        if differs or one.over or two.over or ran_out(one) or ran_out(two):
            break
        check_equal(one, two, seat)
        phases.add(one.phase.name)
    return phases


def walked(walk: Walk) -> set[str]:
    """Split the table again and again along a walk; return the phases that twins went through."""
    phases: set[str] = set()
    with walk.told():
        for split in range(12):
            for _ in walk.steps(walk.rng.randint(0, 8) if split else 0):
                pass
            seat = walk.rng.randrange(walk.state.seats)
            if walk.state.phase == OVER or walk.state.out >> seat & 1:
                break
            phases |= check_twins(walk, seat, 10)
            if walk.state.phase == OVER:
                break
    return phases


def test_D40_hidden_sizes_do_not_show() -> None:
    phases: set[str] = set()
    for walk in hidden_walks(range(80)):
        phases |= walked(walk)
    assert phases == {phase.name for phase in Phase} - {"OVER"}, "some phases were not reached"


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 3000, 500))
def test_D40_hidden_sizes_do_not_show_for_long(first: int) -> None:
    for walk in hidden_walks(range(first, first + 500)):
        walked(walk)


@pytest.mark.parametrize("seat", [1, 2, None])
@pytest.mark.parametrize("rules", [PLAIN, f"{PLAIN}+fines", f"{PLAIN}+uno-late-ok=false"])
def test_D40_a_lay_without_a_call_looks_the_same_whatever_it_leaves(rules: str, seat: int | None) -> None:
    one, two = (Round.from_position(line.format(rules)) for line in TABLES)
    told = [told_to(table.play("0 r5"), seat) for table in (one, two)]
    assert told[0] == told[1]
    assert one.view(seat).to_dict() == two.view(seat).to_dict()
    assert one.status.claims == two.status.claims


@pytest.mark.parametrize("seat", [2, None])
def test_D40_whether_a_call_outlasts_an_exchange_does_not_show(seat: int | None) -> None:
    """After a swap the call stays valid if the new hand is one card as well (A5-3), which only its player knows."""
    shown = []
    for hand in ("b5", "b5b6"):
        table = Round.from_position(f"g1r7/{hand}/y1y2 r1 >0 - b1b2b3b4|- {PLAIN}+seven-zero")
        table.play("0 r7>1!")
        assert (0 in table.status.called) == (hand == "b5")
        shown.append(table.view(seat).to_dict())
    assert shown[0] == shown[1]


def test_D40_a_call_with_a_batch_is_judged_aloud_when_the_play_is_complete() -> None:
    told = []
    for hand in ("g1r5", "g1g2r5"):
        table = Round.from_position(f"{hand}/b5b6/y1y2 r1 >0 - b1b2|- {PLAIN}+batch=same-value:3+fine-false-call=1")
        table.play("0 r5&!")
        told.append((table.view(1).to_dict(), told_to(table.play("0 done"), 1)))
    (before, right), (before_too, false) = told
    assert before == before_too
    assert (right, false) == ((Called(0),), (Fined(0, 1), DrewPenalty(0, None)))


def test_D40_a_last_card_that_moves_hands_completes_its_batch_so_that_it_shows() -> None:
    rules = f"{PLAIN}+seven-zero+batch=same-value:3+last-exchange=applies"
    shown = []
    for hand in ("r7", "g1r7"):
        table = Round.from_position(f"{hand}/b5b6/y1y2 r1 >0 - b1|- {rules}")
        table.play("0 r7&")
        shown.append(table.view(1).status.phase)
    assert shown == [Phase.SEAT, Phase.BATCH]


def test_D40_anyone_can_be_accused_whether_a_call_is_owed_or_not() -> None:
    for line in TABLES:
        table = Round.from_position(line.format(PLAIN))
        table.play("0 r5")
        view = table.view(1)
        assert (view.choices.catch, view.fouls.catch) == ((), (0, 2))
        assert view.status.claims.catch == (0, 1, 2)


def test_D40_an_accusation_is_judged_by_the_hidden_size() -> None:
    verdicts = []
    for line in TABLES:
        table = Round.from_position(line.format(PLAIN))
        table.play("0 r5")
        verdicts.append(table.play("1 catch 0")[0].kind)
    assert verdicts == ["caught", "accused-in-vain"]


def test_D40_the_seat_itself_knows_that_it_owes_a_call() -> None:
    table = Round.from_position(TABLES[0].format(PLAIN))
    table.play("0 r5")
    view = table.view(0)
    assert view.status.catchable == view.status.forgot == (0,)
    assert view.choices.says == ("call",)
