"""Bots play whole rounds through views alone: by the rules, repeatably, and by nothing that a seat cannot know."""

from collections.abc import Iterator

import pytest

from lastcard.backends.live import LiveState
from lastcard.bots import (
    SLIPS,
    Claim,
    Fallible,
    Slips,
    actions_of,
    bot_names,
    claims_in_order,
    make_bot,
    register,
    slips_of,
)
from lastcard.core.deal import seed as seed_state
from lastcard.core.layout import State
from lastcard.core.terms import CALLING, CountInfo, Fact
from lastcard.errors import LastCardError
from lastcard.events import Event
from lastcard.round import Round
from lastcard.rules import PRESETS, Ruleset
from lastcard.sim.plan import POLICIES, plan_of
from lastcard.sim.players import CALLS, CATCHES, LAY_CLAIMS, decide
from lastcard.view import View
from walks import RULES, Walk, awaited, copied, deal_again, odd_walks, walks

# The bots of the simulator's policies; those that think for longer have tests of their own.
assert set(POLICIES) <= set(bot_names())
HIDDEN = "official+jump-in+seven-zero+stack+count_info=hidden"


def moves(table: Round, levels: tuple[str, ...], seed: int) -> Iterator[tuple[int, int, list[Event]]]:
    """A round by bots: each seat, its action and what happened.  Every action has to be one that the table lists."""
    bots = {seat: make_bot(levels[seat % len(levels)], seed * 10 + seat) for seat in range(table.seats)}
    while not table.over:
        claims = claims_in_order(table, bots)
        if claims:
            seat, actions = claims[0].seat, claims[0].actions
        else:
            seat = table.awaited[0]
            actions = actions_of(table.rules.deck, bots[seat].decide(table.view(seat)))
        (action,) = actions
        assert action & ~CALLING in table.actions(seat), f"{action} of {bots[seat].name} in {table}"
        events = table.act(seat, actions)
        assert all(event.kind != Fact.FINED for event in events), f"{action} of {bots[seat].name} is a foul"
        yield seat, action, events


def played(rules: str, seats: int, levels: tuple[str, ...], seed: int) -> list[tuple[int, int]]:
    table = Round.deal(rules, seats=seats, seed=seed)
    return [(seat, action) for seat, action, _ in moves(table, levels, seed)]


# ---------------------------------------------------------------- by the rules


@pytest.mark.parametrize("rules", [*PRESETS, HIDDEN, "juno-serious+seven-zero+jump-in", "official+hand_limit=10:aside"])
def test_whole_rounds_are_legal_at_every_table(rules: str) -> None:
    for seats in range(2, 11):
        table = Round.deal(rules, seats=seats, seed=seats, dealer=seats % 2)
        for _ in moves(table, POLICIES[seats % 3 :] + POLICIES[: seats % 3], seats):
            pass
        assert table.winners


def test_every_phase_of_odd_rules_is_answered() -> None:
    answered = 0
    for walk in odd_walks(range(60)):
        with walk.told():
            for _ in walk.steps(walk.seed % 25):
                pass
            table = round_of(walk.state, walk.rules)
            for number, _ in enumerate(moves(table, POLICIES, walk.seed)):
                answered += 1
                if number == 60:
                    break
    assert answered > 60  # `moves` refuses what is not listed


# ---------------------------------------------------------------- repeatably


@pytest.mark.parametrize("name", POLICIES)
def test_the_same_seed_plays_the_same_round(name: str) -> None:
    assert played("rules-site", 4, (name,), 3) == played("rules-site", 4, (name,), 3)


def test_another_seed_plays_another_round() -> None:
    table = Round.deal("official", seats=4, seed=1)
    rounds = {tuple((seat, action) for seat, action, _ in moves(table.copy(), ("random",), seed)) for seed in range(5)}
    assert len(rounds) == 5


# ---------------------------------------------------------------- by nothing hidden


def round_of(s: State, rules: Ruleset) -> Round:
    state = LiveState()
    state.copy_from(s)
    return Round(rules, state)


def said(view: View, on_turn: bool) -> list[object]:
    """What each bot says to a view."""
    answers: list[object] = []
    for name in POLICIES:
        bot = make_bot(name, 7)
        answers += [bot.claim(view), bot.decide(view) if on_turn else None]
    return answers


def check_honesty(walk: Walk) -> None:
    """At tables that differ only in what a seat cannot know its bot says the same."""
    with walk.told():
        for _ in walk.steps(40):
            for seat in range(walk.state.seats):
                twin = copied(walk.state)
                deal_again(twin, seat, walk.rng)
                views = [round_of(s, walk.rules).view(seat) for s in (walk.state, twin)]
                assert str(views[0]) == str(views[1])
                on_turn = seat in awaited(walk.state)
                assert said(views[0], on_turn) == said(views[1], on_turn), f"seat {seat} knows too much"


@pytest.mark.parametrize("rules", RULES)
def test_bots_do_not_know_hidden_cards(rules: str) -> None:
    for walk in walks(rules, range(2)):
        check_honesty(walk)


@pytest.mark.parametrize("policy", range(len(POLICIES)), ids=POLICIES)
def test_a_bot_is_the_policy_of_its_name(policy: int) -> None:
    """On the whole truth the simulator's policy does what the bot does on its view."""
    plan = plan_of([policy])
    for walk in [*walks("rules-site", range(4)), *walks("juno-seven0", range(4)), *odd_walks(range(20))]:
        if walk.rules.count_info is CountInfo.HIDDEN:
            continue
        with walk.told():
            for number, _ in enumerate(walk.steps(30)):
                for seat in awaited(walk.state):
                    whole = copied(walk.state)
                    seed_state(whole, number, 0)
                    view = round_of(walk.state, walk.rules).view(seat)
                    bot = make_bot(POLICIES[policy], number)
                    assert bot.decide(view) == decide(whole, walk.rules.compiled, plan, seat)


# ---------------------------------------------------------------- by name, and at a table


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(LastCardError, match=r"'gredy' \(did you mean 'greedy'\?\); there are random, greedy"):
        make_bot("gredy")


def test_a_name_is_given_once() -> None:
    with pytest.raises(LastCardError, match="already"):
        register("random", lambda seed: make_bot("random", seed))


class Eager:
    """Claims whatever its seat may do, as text."""

    name = "eager"

    def decide(self, view: View) -> str:
        return view.legal[0]

    def claim(self, view: View) -> str | None:
        return next((action for action in reversed(view.legal) if action not in ("draw", "take")), None)


def test_calls_come_before_accusations_and_these_before_jump_ins() -> None:
    # Seat 1 laid r5 and owes a call not by its own lay; 2 could accuse, 3 could jump in.
    table = Round.from_position("g5y1/b5**/y3y4/r5g1 r5 >2 @1 b1b2b3b4|r1 official+jump-in+uno_duty=on_hold")
    claims = claims_in_order(table, {seat: Eager() for seat in (0, 1, 2)})
    assert [(claim.kind, claim.seat) for claim in claims] == [(CALLS, 1), (CATCHES, 2), (CATCHES, 0)]
    jumper = Eager()
    jumper.claim = lambda view: "r5"  # type: ignore[method-assign]
    assert claims_in_order(table, {0: Eager(), 3: jumper})[-1][:3] == Claim(LAY_CLAIMS, 1, 3, [])[:3]


def test_nobody_claims_after_the_end() -> None:
    assert claims_in_order(Round.from_position("-/b7 r1 >0 $0 b1b2b3b4|- official"), {1: make_bot("greedy")}) == []


# ---------------------------------------------------------------- slips, for play with people


def test_a_bot_that_forgets_forgets_only_its_call() -> None:
    view = Round.from_position("r5b5/g5y1 r1 >0 - b1b2b3b4|- official").view(0)
    calls = [int(Fallible(make_bot("greedy"), Slips(forget=0.5), seed).decide(view)) for seed in range(40)]
    assert set(calls) == {5, 5 + CALLING}
    assert Fallible(Eager(), Slips(forget=1.0)).decide(view) == "r5"


OWES = "g5y1b7/b5*/y3y4 r5 >2 @1 b1b2b3b4|r1 official"


def test_what_a_bot_misses_it_goes_on_missing() -> None:
    view = Round.from_position(OWES).view(2)
    bots = [Fallible(make_bot("careful"), Slips(miss=0.5), seed) for seed in range(60)]
    first = [bot.claim(view) for bot in bots]
    assert 15 < first.count(None) < 45
    assert first == [bot.claim(view) for bot in bots] == [bot.claim(view) for bot in bots]


def test_a_new_slip_is_noticed_or_missed_anew() -> None:
    owing, calm = Round.from_position(OWES).view(2), Round.from_position(OWES.replace("*", "!")).view(2)
    bot = Fallible(make_bot("careful"), Slips(miss=0.5), 1)
    seen = set()
    for _ in range(30):
        seen.add(bot.claim(owing))
        bot.claim(calm)
    assert len(seen) == 2


def test_without_slips_nothing_is_forgotten() -> None:
    view = Round.from_position(OWES).view(2)
    assert Fallible(make_bot("careful"), Slips()).claim(view) == make_bot("careful").claim(view) is not None


def test_better_levels_slip_less_and_think_longer() -> None:
    levels = [SLIPS[name] for name in bot_names()]
    assert [slips.forget for slips in levels] == sorted((slips.forget for slips in levels), reverse=True)
    assert [slips.miss for slips in levels] == sorted((slips.miss for slips in levels), reverse=True)
    assert [slips.seconds for slips in levels] == sorted(slips.seconds for slips in levels)
    assert slips_of("search?playouts=10") is SLIPS["search"]
    assert 0 < slips_of("mine:Bot").forget < 1


def test_a_pause_is_about_as_long_as_the_level_thinks() -> None:
    view = Round.from_position(OWES).view(2)
    bot = Fallible(make_bot("careful"), Slips(seconds=2.0), 1)
    pauses = [bot.pause(view) for _ in range(200)]
    assert 1.0 <= min(pauses) < 1.2 and 2.8 < max(pauses) <= 3.0
