"""Random rule sets for tests: valid in every combination of dimensions."""

import dataclasses
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from lastcard.core.terms import (
    Axis,
    BatchMode,
    Kind,
    MatchEnd,
    NumberEffect,
    Policing,
    RoundScore,
    SkipChain,
    WildDrawScope,
)
from lastcard.errors import RulesetError
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.decks import BUILT_IN_DECKS, find_deck
from lastcard.rules.dimensions import DIMENSIONS
from lastcard.rules.values import (
    Batch,
    CardFate,
    Challenger,
    ChallengeTerms,
    Ending,
    HandLimit,
    JumpIn,
    LimitMode,
    Scoring,
    SkipTotal,
)

Choose = Callable[[Sequence[Any]], Any]

SAME_IN_PLACE = {"same_number": True, "turn_stays": True}
SWAP, ROTATE = NumberEffect.SWAP_CHOICE, NumberEffect.ROTATE

DEFLECTING = [frozenset(), frozenset({Kind.REVERSE}), frozenset({Kind.SKIP}), frozenset({Kind.REVERSE, Kind.SKIP})]

# Sample values of the dimensions that have too many to try them all, the default first.
_CHOSEN: dict[str, Sequence[Any]] = {
    "deck": [find_deck(name) for name in BUILT_IN_DECKS],
    "seats": [(2, 10), (2, 4), (3, 6), (4, 4)],
    "hand_size": [7, *range(1, 7), *range(8, 16)],
    "match_axes": [
        frozenset(Axis),
        frozenset({Axis.COLOUR}),
        frozenset({Axis.COLOUR, Axis.NUMBER}),
        frozenset({Axis.COLOUR, Axis.SYMBOL}),
    ],
    "batch": [
        Batch(),
        *(Batch(mode=mode, n=n) for mode in (BatchMode.SAME_VALUE, BatchMode.IDENTICAL) for n in (2, 3, 5)),
    ],
    "draw_size": [1, 2, 3, None],
    "number_effects": [
        (),
        ((0, ROTATE), (7, SWAP)),
        ((0, ROTATE),),
        ((7, SWAP),),
        ((0, ROTATE), (7, NumberEffect.MAY_SWAP)),
        ((1, SWAP), (2, ROTATE), (3, SWAP), (9, ROTATE)),
    ],
    "challenge_terms": [
        ChallengeTerms(),
        *(
            ChallengeTerms(guilty_draws=guilty, extra=extra, card=card, by=by)
            for guilty in (4, 0, 6)
            for extra in (2, 0)
            for card in CardFate
            for by in Challenger
        ),
    ],
    "skip_total": [
        SkipTotal(),
        SkipTotal(total=SkipChain.SUM),
        SkipTotal(total=SkipChain.SUM, cap=3),
        SkipTotal(total=SkipChain.CANCEL),
    ],
    "jump_in": [
        None,
        *(
            JumpIn(excepting=frozenset(kinds), on_start=on_start, may_win=may_win, **flags)
            for kinds in ((), (Kind.WILD_DRAW,), (Kind.SKIP, Kind.DRAW))
            for on_start in (False, True)
            for may_win in (True, False)
            for flags in ({}, {"others_only": True}, {"same_number": True}, {"turn_stays": True}, SAME_IN_PLACE)
        ),
    ],
    "deflect_draw2": DEFLECTING,
    "deflect_wd": DEFLECTING,
    "uno_penalty": [2, 0, 1, 7],
    "fine_illegal": [None, 1, 2],
    "fine_false_call": [0, 1, 2],
    "fine_advice": [0, 4],
    "exit_ban": [
        frozenset(),
        frozenset({Kind.WILD, Kind.WILD_DRAW}),
        frozenset({Kind.NUMBER}),
        frozenset(Kind) - {Kind.NUMBER},
    ],
    "hand_limit": [None, *(HandLimit(n=n, mode=mode) for n in (16, 20, 25) for mode in LimitMode)],
    "round_score": [
        Scoring(),
        Scoring(kind=RoundScore.NONE),
        Scoring(kind=RoundScore.OWN_HAND),
        Scoring(kind=RoundScore.FLAT, flat=1000),
        Scoring(kind=RoundScore.FLAT, flat=1),
    ],
    "card_values": [(), (("S", 10), ("w+4", 40)), (("+2", 0), ("7", 1), ("r7", 77), ("w", 1000))],
    "match_end": [
        Ending(),
        Ending(kind=MatchEnd.SINGLE_ROUND, n=0),
        *(
            Ending(kind=kind, n=n)
            for kind in MatchEnd
            if kind is not MatchEnd.SINGLE_ROUND
            for n in ((1, 5) if kind is MatchEnd.ROUNDS else (200, 500, 77))
        ),
    ],
}


def _choices(dimension: "dataclasses.Field[Any]") -> Sequence[Any]:
    """Return the values to try: the sample values or, for an enum or a flag, all of them, the default first."""
    if dimension.name in _CHOSEN:
        return _CHOSEN[dimension.name]
    every = [True, False] if dimension.type is bool else list(dimension.type)
    return sorted(every, key=lambda value: value != dimension.default)


CHOICES = {dimension.name: _choices(dimension) for dimension in dataclasses.fields(Ruleset)}


def goes_with(score: Scoring, end: Ending) -> bool:
    """Return whether a way to score a round and a way to win the match can be combined."""
    try:
        Ruleset(round_score=score, match_end=end)
    except RulesetError:
        return False
    return True


def _build(choose: Choose) -> Ruleset:
    """Return a preset with some, half or all of its dimensions changed at random."""
    base: Ruleset = choose(list(PRESETS.values())).ruleset
    often = choose([1, 6, 12])
    values = {name: getattr(base, name) for name in DIMENSIONS}
    for name, choices in CHOICES.items():
        if choose(range(12)) < often:
            values[name] = choose(choices)
    if not goes_with(values["round_score"], values["match_end"]):
        values["match_end"] = choose([end for end in CHOICES["match_end"] if goes_with(values["round_score"], end)])
    if values["wd_scope"] is WildDrawScope.ALWAYS and values["wd_policing"] is Policing.CHALLENGE:
        values["batch"] = Batch()
        if values["jump_in"] is not None:
            values["jump_in"] = dataclasses.replace(values["jump_in"], turn_stays=False)
    return Ruleset(**values)


def random_ruleset(rng: Random) -> Ruleset:
    """Return a random valid rule set."""
    return _build(rng.choice)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Generate valid rule sets that shrink to simple ones."""
    return _build(lambda choices: draw(st.sampled_from(choices)))


def seat_counts(rules: Ruleset) -> list[int]:
    """Return the numbers of seats that a rule set can be played with; never empty for rule sets made here."""
    return [seats for seats in range(2, 11) if _opens(rules, seats)]


def _opens(rules: Ruleset, seats: int) -> bool:
    try:
        rules.check_table(seats)
    except RulesetError:
        return False
    return True
