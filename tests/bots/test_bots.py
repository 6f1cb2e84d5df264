"""Bots play whole rounds through views alone: by the rules, repeatably, and by nothing that a seat cannot know."""

import pickle
from collections import Counter
from collections.abc import Iterator

import pytest

from lastcard.backends.live import LiveState
from lastcard.bots import (
    Answer,
    Bot,
    Fallible,
    Slips,
    Timed,
    bot_names,
    claimed,
    claims_in_order,
    decided,
    make_bot,
    move,
    read_answer,
    refused,
    register,
    slips_of,
)
from lastcard.bots.slips import SLIPS
from lastcard.core.deal import seed as seed_state
from lastcard.core.layout import State
from lastcard.core.terms import CALLING, CALLS, CATCHES, DRAW, LAY_CLAIMS, SHOUT, CountInfo
from lastcard.errors import BotError, IllegalAction, LastCardError, NotationError
from lastcard.game.events import Drew, Event, Fined
from lastcard.game.round import Round
from lastcard.game.values import Action, ActionKind, Values, values_of
from lastcard.game.view import View
from lastcard.notation import parse_action, parse_card
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.decks import find_deck
from lastcard.sim.plan import CAREFUL, POLICIES, plan_of
from lastcard.sim.players import decide
from lastcard.testing import check_honesty, check_repeats
from strategies import seat_counts
from walks import RULES, Walk, awaited, copied, deal_again, odd_walks, walks

# The bots of the simulator's policies; those that think for longer have tests of their own.
assert set(POLICIES) <= set(bot_names())
HIDDEN = "official+jump-in+seven-zero+stack+count_info=hidden"


def moves(table: Round, levels: tuple[str, ...], seed: int) -> Iterator[tuple[int, Action, tuple[Event, ...]]]:
    """A round by bots: each seat, its action and what happened.  Every action has to be one that the table lists."""
    bots = {seat: make_bot(levels[seat % len(levels)], seed * 10 + seat) for seat in range(table.seats)}
    while not table.over:
        listed = [table.legal(seat) for seat in range(table.seats)]
        seat, action, events = move(table, bots)
        assert plain(table.rules, action) in listed[seat], f"{action} of {bots[seat].name}, then {table}"
        assert not any(isinstance(event, Fined) for event in events), f"{action} of {bots[seat].name} is a foul"
        yield seat, action, events


def plain(rules: Ruleset, action: Action) -> Action:
    """An action of a single card or word as `legal` lists it: closed, and without a call."""
    (code, *_) = action.codes
    assert action.codes in ((code,), values_of(rules).single(code).codes), f"{action} is more than one action"
    return values_of(rules).single(code & ~CALLING)


def played(rules: str, seats: int, levels: tuple[str, ...], seed: int) -> list[tuple[int, Action]]:
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


# ---------------------------------------------------------------- every level at every preset

LEVELS = (*POLICIES, "search?playouts=6")
TABLES = [(rules, seats) for rules in PRESETS for seats in seat_counts(Ruleset.from_id(rules))]


def level(seed: int) -> Bot:
    """A bot: which level it plays at follows from its seed, so at four seats there is one of each."""
    return make_bot(LEVELS[seed % len(LEVELS)], seed)


def firsts(seats: int) -> range:
    """First seeds from which every level has its seat."""
    return range(0, len(LEVELS), min(seats, len(LEVELS)))


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_level_is_legal_and_repeatable(rules: str, seats: int) -> None:
    for seed in firsts(seats):
        check_repeats(level, rules, seats=seats, seed=seed, seconds=300)  # it may compile


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_no_level_knows_hidden_cards_whatever_it_remembers(rules: str, seats: int) -> None:
    for seed in firsts(seats):
        check_honesty(level, rules, seats=seats, seed=seed, every=1 if seats < 5 else seats)


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


def code_of(bot: Bot, view: View) -> int:
    """What a bot decides, as the core numbers it; it lays one card at a time."""
    return decided(bot, view).codes[0]


def check_walk(walk: Walk) -> None:
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
        check_walk(walk)


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
                    assert code_of(bot, view) == decide(whole, walk.rules.core_rules, plan, seat)


@pytest.mark.parametrize("limit", ["10:aside", "10:discard"])
def test_D43_careful_does_not_know_the_cards_of_a_hand_that_was_knocked_out(limit: str) -> None:
    plan, knocked_out = plan_of([CAREFUL]), 0
    for seed in range(12):
        table = Round.deal(f"official+hand_limit={limit}", seats=5, seed=seed)
        bots = {seat: make_bot("random", seat) for seat in range(5)}
        while not table.over:
            state = table.live_state()
            for seat in table.awaited:
                knocked_out += state.out != 0
                policy = decide(copied(state), table.rules.core_rules, plan, seat)
                assert code_of(make_bot("careful"), table.view(seat)) == policy
            move(table, bots)
    assert knocked_out > 100


# ---------------------------------------------------------------- by name, and at a table


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(LastCardError, match=r"'gredy' \(did you mean 'greedy'\?\); use random, greedy"):
        make_bot("gredy")


def test_a_name_is_given_once() -> None:
    with pytest.raises(LastCardError, match="already"):
        register("random", lambda seed: make_bot("random", seed))


class Eager:
    """Claims whatever its seat may do."""

    name = "eager"

    def decide(self, view: View) -> Answer:
        return view.legal[0]

    def claim(self, view: View) -> Answer | None:
        return next((action for action in reversed(view.legal) if action.text not in ("draw", "take")), None)


def test_calls_come_before_accusations_and_these_before_jump_ins() -> None:
    # Seat 1 laid r5 and owes a call not by its own lay; 2 could accuse, 3 could jump in.
    table = Round.from_position("g5y1/b5**/y3y4/r5g1 r5 >2 @1 b1b2b3b4|r1 official+jump-in+uno_duty=on_hold")
    claims = claims_in_order(table, {seat: Eager() for seat in (0, 1, 2)})
    assert [(claim.kind, claim.seat) for claim in claims] == [(CALLS, 1), (CATCHES, 2), (CATCHES, 0)]
    jumper = Eager()
    jumper.claim = lambda view: "r5"  # type: ignore[method-assign]  # only this one claims so
    assert claims_in_order(table, {0: Eager(), 3: jumper})[-1][:3] == (LAY_CLAIMS, 1, 3)


# ---------------------------------------------------------------- asked and answered

TABLE = "r5b5/g5y1 r1 >0 - b1b2b3b4|- official"


class Saying:
    """Says always the same, or raises it."""

    name = "saying"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def decide(self, view: View) -> str:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[return-value]  # wrong on purpose

    def claim(self, view: View) -> str | None:
        return self.decide(view)


VALUES = values_of(Ruleset.from_id("official"))


@pytest.mark.parametrize("text", ["r5", "r5!", "r5&!", "draw", "r5b5", "w:g", "catch 1", ":r"])
def test_answers_that_are_actions(text: str) -> None:
    view = Round.from_position(TABLE).view(0)
    codes = parse_action(view.rules.deck, text)
    for answer in (text, VALUES.action(codes), Action.from_text(text, view.rules)):
        actions = [decided(Saying(answer), view), claimed(Saying(answer), view), read_answer(view, answer)]
        assert [action and (action.text, list(action.codes)) for action in actions] == [(text, codes)] * 3


def test_an_action_made_elsewhere_is_what_its_text_says() -> None:
    """Made by hand, or of another deck, its other fields may say anything."""
    view = Round.from_position(TABLE).view(0)
    two_colours = Ruleset.from_id("official").replace(deck=find_deck("two-colours"))
    assert two_colours.deck.name == "two-colours"
    for answer in (Action("r+2", ActionKind.CATCH, seats=(1,)), Action.from_text("r+2", two_colours)):
        read = read_answer(view, answer)
        assert (read.kind, read.seats, read.codes) == (ActionKind.LAY, (), VALUES.action(read.codes).codes)
        assert read is decided(Saying(answer), view) is Action.from_text("r+2", view.rules)


def test_an_action_that_is_none_is_not_carried_out() -> None:
    table = Round.from_position(TABLE)
    with pytest.raises(NotationError, match="^action 'lunch'"):
        table.act(0, Action("lunch", ActionKind.DRAW, codes=(DRAW,)))
    assert table.act(0, Action("draw", ActionKind.PASS)) == (Drew(0, VALUES.cards[parse_card(VALUES.deck, "b1")]),)
    assert [str(move) for move in table.moves] == ["0 draw"]


HUGE = 10**5000
NUMBERS = [3.0, True, -5, -1, SHOUT, 23, 224, 448, 517, HUGE, DRAW, 5, 5 | CALLING]
WRONG = Action("lunch", ActionKind.DRAW, codes=(DRAW,))
OTHERS = [None, b"draw", ["draw"], (), object(), "", "lunch", "r5 r5", "leave", WRONG]


@pytest.mark.parametrize("answer", [*NUMBERS, *OTHERS], ids=lambda given: "huge" if given == HUGE else str(given)[:7])
def test_answers_that_are_none(answer: object) -> None:
    view = Round.from_position(TABLE).view(0)
    with pytest.raises(NotationError):
        read_answer(view, answer)
    told = "^bot 'saying' at seat 0 of official: decide returned .*(action|cannot leave)"
    with pytest.raises(BotError, match=told) as caught:
        decided(Saying(answer), view)
    assert len(str(caught.value)) < 400
    if answer is None:
        assert claimed(Saying(answer), view) is None
    else:
        with pytest.raises(BotError, match="^bot 'saying' at seat 0 of official: claim returned "):
            claimed(Saying(answer), view)


def every_action() -> set[Action]:
    """The single actions of several decks, lays open and closed, with and without a call."""
    words = ["draw", "pass", "take", "challenge", "done", "ready", "call"]
    words += [f"{word}{seat}" for word in ("catch ", ">") for seat in range(10)]
    actions = {VALUES.read(text) for text in words}
    for name in ("mattel108", "motley", "two-colours"):
        values = Values(Ruleset(deck=find_deck(name)))
        actions |= {values.read(f":{colour}") for colour in values.colours}
        faces = [face.code for face in values.faces if face is not None and face.card is not None]
        for code in (*faces, *(face | CALLING for face in faces)):
            actions |= {values.single(code), values.one_card(code)}
    return actions


def test_whatever_an_action_is_the_table_answers_it() -> None:
    """Each is carried out, or refused as an illegal action or as no action at all; nothing else ever comes of it."""
    answers = Counter[str]()
    actions = sorted(every_action(), key=str)
    for walk in [*walks("rules-site+fines", range(2)), *walks("one", range(2)), *odd_walks(range(8))]:
        with walk.told():
            for _ in walk.steps(10 + walk.seed):
                pass
            table = round_of(walk.state, walk.rules)
            for action in actions:
                try:
                    table.copy().act(table.turn, action)
                    answers["done"] += 1
                except (NotationError, IllegalAction) as error:
                    answers[type(error).__name__] += 1
    assert len(actions) > 500
    assert min(answers[answer] for answer in ("done", "NotationError", "IllegalAction")) > 20, answers


@pytest.mark.parametrize(
    "error", [ValueError("a\nb\x1b[31m"), SystemExit(3), RecursionError(), LastCardError("x" * 5000)]
)
def test_what_a_bot_raises_is_told_in_one_line(error: BaseException) -> None:
    view = Round.from_position(TABLE).view(1)
    for ask in (decided, claimed):
        said = f"at seat 1 of official: (decide|claim) raised {type(error).__name__}"
        with pytest.raises(BotError, match=said) as told:
            ask(Saying(error), view)
        assert "test_bots.py, line" in str(told.value)
        assert str(told.value).isprintable() and len(str(told.value)) < 400
        assert told.value.__cause__ is error


def test_the_keyboard_is_not_for_bots() -> None:
    with pytest.raises(KeyboardInterrupt):
        decided(Saying(KeyboardInterrupt()), Round.from_position(TABLE).view(0))


def test_a_refused_action_is_told_without_the_position() -> None:
    table = Round.from_position(TABLE)
    bot = Saying("b5")
    with pytest.raises(IllegalAction) as illegal:
        table.act(0, decided(bot, table.view(0)))
    error = refused(bot, table.view(0), illegal.value)
    assert str(error).startswith("bot 'saying' at seat 0 of official: 'b5' is refused: ")
    assert "g5y1" not in str(error)
    bots = {0: Saying("b5"), 1: Saying(None)}
    bots[0].claim = lambda view: None  # type: ignore[method-assign]  # only this one claims so
    with pytest.raises(BotError, match="'b5' is refused") as caught:
        move(table, bots)
    assert str(caught.value) == str(error)
    assert str(table) == TABLE


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("b5", "its action is refused: a card matches neither the colour nor the number of a card (D11)"),
        ("b5 b6", "decide did not return an action"),
        (["b5"], "decide did not return an action"),
        (ValueError("I hold b5"), "decide raised ValueError (test_bots.py, line "),
    ],
)
def test_what_people_are_told_of_a_bot_that_fails_names_no_card(answer: object, told: str) -> None:
    bots = {0: Saying(answer), 1: Saying(None)}
    bots[0].claim = lambda view: None  # type: ignore[method-assign]  # only this one claims so
    with pytest.raises(BotError) as caught:
        move(Round.from_position(TABLE), bots)
    assert "b5" in str(caught.value)
    error = caught.value.known_as("bots:Mine")
    assert error.without_cards.startswith(f"bot 'bots:Mine' at seat 0 of official: {told}")
    assert "b5" not in error.without_cards
    assert pickle.loads(pickle.dumps(error)).without_cards == error.without_cards


def test_the_error_of_a_bot_is_known_by_another_name_and_travels() -> None:
    error = BotError("mine", 2, "official", "decide returned None").known_as("bots:Mine", "deal 3")
    assert str(error) == "bot 'bots:Mine' at seat 2 of official (deal 3): decide returned None"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.args, again.seat, str(again)) == (BotError, error.args, 2, str(error))


def test_answers_are_timed_and_it_is_noted_which_are_choices() -> None:
    view = Round.from_position(TABLE).view(0)
    bot = Timed(make_bot("greedy"))
    assert bot.name == "greedy"
    assert (bot.claim(view), bot.decide(view)) == (None, make_bot("greedy").decide(view))
    bot.decide(Round.from_position("b5b6/g5y1 r1 >0 - b1b2b3b4|- official").view(0))
    assert [chose for _, chose in bot.times] == [False, True, False]
    assert all(0 < taken < 60 for taken, _ in bot.times)


def test_nobody_claims_after_the_end() -> None:
    assert claims_in_order(Round.from_position("-/b7 r1 >0 $0 b1b2b3b4|- official"), {1: make_bot("greedy")}) == []


# ---------------------------------------------------------------- slips, for play with people


def test_a_bot_that_forgets_forgets_only_its_call() -> None:
    view = Round.from_position("r5b5/g5y1 r1 >0 - b1b2b3b4|- official").view(0)
    calls = {decided(Fallible(make_bot("greedy"), Slips(forget=0.5), seed), view).text for seed in range(40)}
    assert calls == {"r5", "r5!"}
    assert decided(Fallible(Eager(), Slips(forget=1.0)), view).text == "r5"


def test_so_does_one_that_jumps_in() -> None:
    view = Round.from_position("g5y1/r5b7/y3y4 r5 >2 @0 b1b2b3b4|r1 official+jump-in").view(1)
    calls = {str(claimed(Fallible(make_bot("careful"), Slips(forget=0.5), seed), view)) for seed in range(40)}
    assert calls == {"r5", "r5!"}


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


def test_a_pause_does_not_tell_whether_there_was_a_choice() -> None:
    tables = [Round.from_position(f"{hand}/g5y1 r1 >0 - b1b2b3b4|- official") for hand in ("r5r6", "b5b6")]
    assert [len(table.legal(0)) for table in tables] == [3, 1]
    pauses = {Fallible(make_bot("careful"), Slips(seconds=2.0), 7).pause(table.view(0)) for table in tables}
    assert len(pauses) == 1


# ---------------------------------------------------------------- asked wrongly


def test_no_move_is_made_in_a_finished_round() -> None:
    table = Round.from_position("r5/b7w r1 >0 - b1|- official")
    table.play("0 r5")
    with pytest.raises(LastCardError, match="the round is over, so there is no move to make"):
        move(table, {seat: make_bot("random") for seat in (0, 1)})


def test_the_awaited_seat_needs_a_bot() -> None:
    table = Round.from_position("r5b1/b7w r1 >0 - b1|- official")
    with pytest.raises(LastCardError, match="it is the turn of seat 0, which has no bot"):
        move(table, {1: make_bot("random")})


def test_the_name_of_a_bot_is_text() -> None:
    with pytest.raises(LastCardError, match="the name of a bot must be text, not NoneType"):
        make_bot(None)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("name", ["random", "greedy", "careful", "search", "learned"])
def test_a_bot_decides_only_when_the_table_waits_for_it(name: str) -> None:
    table = Round.deal("official", seats=2, seed=1)
    with pytest.raises(LastCardError, match="has nothing to decide"):
        make_bot(name).decide(table.view(1 - table.turn))
