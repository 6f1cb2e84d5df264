"""What is undone leaves no trace, copies share nothing, and a move that is refused midway has not begun."""

import pytest

from lastcard.backends.live import LiveState
from lastcard.core.terms import BATCH, CALLING, CATCH, OVER, VERBS
from lastcard.errors import IllegalAction, LastCardError
from lastcard.game.round import Round
from lastcard.notation import format_action, write_position
from walks import RULES, Walk, act, legal_actions, odd_walks, raw, walks


def table(walk: Walk) -> Round:
    """A round that stands where a walk stands."""
    state = LiveState()
    state.copy_from(walk.state)
    return Round(walk.rules, state)


def truth(round_: Round) -> dict[str, object]:
    """Every field of the state of a round."""
    s = round_.live_state()
    return {name: getattr(s, name) for name in s._fields}


def check_undo(walk: Walk) -> None:
    """A walk is taken back step by step, and every position on the way is exactly what it was."""
    with walk.told():
        round_ = table(walk)
        stood = []
        for number, (seat, action) in enumerate(walk.steps(60)):
            stood.append((truth(round_), str(round_), repr(round_.view(0)) if number % 7 == 0 else None))
            act(round_, seat, action)
            assert str(round_) == write_position(walk.state, walk.rules)
        for fields, line, view in reversed(stood):
            round_.undo()
            assert truth(round_) == fields
            assert str(round_) == line
            assert view is None or repr(round_.view(0)) == view
        with pytest.raises(LastCardError):
            round_.undo()


def check_copies(walk: Walk) -> None:
    """What is done to a copy does not touch the original, nor the other way round."""
    with walk.told():
        round_ = table(walk)
        for seat, action in walk.steps(40):
            twin, before = round_.copy(), truth(round_)
            assert truth(twin) == before
            events = act(twin, seat, action)
            assert truth(round_) == before
            assert act(round_, seat, action) == events
            assert truth(round_) == truth(twin)


def check_refused(walk: Walk) -> None:
    """A move of several actions that is refused at its end leaves nothing of its beginning."""
    with walk.told():
        round_ = table(walk)
        for _ in walk.steps(40):
            for seat in walk.rng.sample(range(round_.seats), 2):
                s = round_.live_state()
                for action in [] if s.calling else legal_actions(s, walk.rules, seat):  # a fine ends a move early
                    check_refused_midway(round_, seat, action)
            act(round_, *walk.moves[-1])


def check_refused_midway(round_: Round, seat: int, action: int) -> None:
    """A legal action and then an impossible one: the whole is refused, and neither the table nor a view knows of it."""
    before, view = truth(round_), repr(round_.view(seat))
    with pytest.raises(IllegalAction):
        round_._prepare(seat, raw([action, CATCH + seat]))  # nobody accuses themselves
    assert truth(round_) == before
    assert repr(round_.view(seat)) == view
    with pytest.raises(LastCardError):
        round_.play(f"{seat} {format_action(round_.rules.deck, action)}>9>9>9>9")
    assert truth(round_) == before


def check_text(walk: Walk) -> None:
    """Moves as people write them do what the actions do; a lay that may be a batch is left open with `&`."""
    with walk.told():
        round_ = table(walk)
        for seat, action in walk.steps(60):
            text = format_action(walk.rules.deck, action)
            if action & ~CALLING < VERBS and walk.state.phase == BATCH:
                text = text.replace("!", "") + "&" + ("!" if action & CALLING else "")
            round_.play(f"{seat} {text}")
            assert str(round_) == write_position(walk.state, walk.rules)


CHECKS = (check_undo, check_copies, check_refused, check_text)


@pytest.mark.parametrize("check", CHECKS)
def test_presets(check: object) -> None:
    for rules in RULES:
        for walk in walks(rules, range(1, 3)):
            check(walk)  # type: ignore[operator]  # one of the checks above


@pytest.mark.parametrize("check", CHECKS)
def test_random_rules(check: object) -> None:
    for walk in odd_walks(range(300, 325)):
        check(walk)  # type: ignore[operator]  # one of the checks above


def test_nobody_acts_in_vain() -> None:
    """An action of a seat that does not exist, or after the end, is refused like any other."""
    round_ = Round.deal("official", seats=3, seed=1)
    for move in ("9 draw", "3 call", "0 catch 9", "2 draw", "1 >9"):
        with pytest.raises(IllegalAction):
            round_.play(move)
    over = Round.from_position("r5/g5y1 r1 >0 - b1b2b3b4|- official")
    over.play("0 r5")
    assert over.phase == OVER and over.awaited == ()
    for seat in range(2):
        assert over.legal(seat) == ()
        for move in ("draw", "pass", "call", "r5", "g5", "catch 0", "ready"):
            with pytest.raises(IllegalAction):
                over.play(f"{seat} {move}")
