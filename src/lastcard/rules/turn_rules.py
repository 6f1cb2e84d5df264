"""The dimensions for a turn: what can be played and what it does (D11 to D24, D56 and later ones)."""

from dataclasses import dataclass
from typing import Any

from .._util.bounds import quoted
from ..core.terms import (
    RANKS,
    Axis,
    BatchMode,
    DrawnCard,
    NumberEffect,
    PileOut,
    Policing,
    ReverseEffect,
    ReverseHeadsUp,
    SkipEffect,
    SkipReach,
    WildDrawCondition,
    WildDrawScope,
)
from ..errors import RulesetError
from .declare import EFFECTS, TURN, WILD_DRAWS, any_of, choice, declare, number, record
from .forms import Choice, Number, OneOf, Pairs, Part, Parts
from .values import MAX_CARDS, Batch, CardFate, Challenger, ChallengeTerms, word


def _check_challenge(name: str, value: Any) -> Any:
    if not isinstance(value, ChallengeTerms):
        raise RulesetError(f"{name} = {quoted(value)}: expected a ChallengeTerms")
    return value


_CHALLENGE_FORM = Parts(
    parts=[
        Part(bounds=(0, MAX_CARDS)),
        Part(bounds=(0, MAX_CARDS)),
        Part(
            words=(
                word(CardFate.STAYS),
                word(CardFate.RETURNS),
            )
        ),
        Part(
            words=(
                word(Challenger.TARGET),
                word(Challenger.ANY),
                word(Challenger.ANY_INSTEAD),
            )
        ),
    ],
    separator=",",
    allowed="the cards drawn for a bluff, the extra cards for a wrong challenge, stays or returns, "
    "target, any or any-instead, such as 4,2,stays,target",
    check=_check_challenge,
    read=ChallengeTerms.from_text,
    write=lambda value: value.text,
    examples=("4,2,stays,target", "4,2,returns,target", "4,2,stays,any", "4,2,stays,any-instead"),
)


# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class TurnRules:
    """The fields of a rule set that say what happens in a turn."""

    match_axes: frozenset[Axis] = any_of(
        "D11",
        TURN,
        frozenset(Axis),
        (
            Axis.COLOUR,
            Axis.NUMBER,
            Axis.SYMBOL,
        ),
        examples=("colour,number,symbol", "colour,number", "colour"),
    )
    batch: Batch = record(
        "D12",
        TURN,
        Batch(),
        Batch,
        choices=(
            Choice(text=word(BatchMode.OFF)),
            Choice(text="same-value:N", bounds=(2, MAX_CARDS), usual=3),
            Choice(text="identical:N", bounds=(2, MAX_CARDS), usual=2),
        ),
        examples=("off", "same-value:3", "identical:2"),
    )
    wild_on_wild: bool = choice("D61", TURN, True)
    draw_size: int | None = number(
        "D13", TURN, 1, (1, MAX_CARDS), special=(1,), none="until-playable", examples=("1", "3", "until-playable")
    )
    draw_stops: bool = choice("D59", TURN, True)
    draw_voluntary: bool = choice("D14", TURN, True)
    drawn_card: DrawnCard = choice(
        "D15", TURN, DrawnCard.MAY_PLAY, (DrawnCard.MAY_PLAY, DrawnCard.MUST_PLAY, DrawnCard.KEEP, DrawnCard.ANY_CARD)
    )
    pile_out: PileOut = choice(
        "D16", TURN, PileOut.RESHUFFLE, (PileOut.RESHUFFLE, PileOut.PASS, PileOut.END_ROUND, PileOut.RESHUFFLE_AT_ONCE)
    )

    skip_effect: SkipEffect = choice(
        "D17", EFFECTS, SkipEffect.NEXT, (SkipEffect.NEXT, SkipEffect.PLAY_AGAIN, SkipEffect.ALL)
    )
    skip_reach: SkipReach = choice(
        "D49", EFFECTS, SkipReach.ROUND_THE_TABLE, (SkipReach.ROUND_THE_TABLE, SkipReach.OTHERS_ONLY)
    )
    reverse_effect: ReverseEffect = choice(
        "D18", EFFECTS, ReverseEffect.FLIP, (ReverseEffect.FLIP, ReverseEffect.PLAY_AGAIN, ReverseEffect.FLIP_AND_SKIP)
    )
    reverse_heads_up: ReverseHeadsUp = choice(
        "D19", EFFECTS, ReverseHeadsUp.SKIP, (ReverseHeadsUp.SKIP, ReverseHeadsUp.FLIP)
    )
    draw_forfeits_turn: bool = choice("D20", EFFECTS, True)
    number_effects: tuple[tuple[int, NumberEffect], ...] = declare(
        "D21",
        EFFECTS,
        (),
        form=Pairs(
            key=Number(0, 999),
            value=OneOf(NumberEffect, (NumberEffect.SWAP_CHOICE, NumberEffect.ROTATE, NumberEffect.MAY_SWAP)),
            most=RANKS,
            examples=("none", "0:rotate,7:may-swap", "0:rotate,7:swap-choice"),
        ),
    )

    wd_condition: WildDrawCondition = choice(
        "D22",
        WILD_DRAWS,
        WildDrawCondition.NO_COLOUR,
        (WildDrawCondition.NONE, WildDrawCondition.NO_COLOUR, WildDrawCondition.NO_PLAYABLE),
    )
    wd_policing: Policing = choice("D23", WILD_DRAWS, Policing.CHALLENGE, (Policing.ENGINE, Policing.CHALLENGE))
    challenge_terms: ChallengeTerms = declare(
        "D24", WILD_DRAWS, ChallengeTerms(), key="challenge", form=_CHALLENGE_FORM
    )
    wd_scope: WildDrawScope = choice(
        "D56", WILD_DRAWS, WildDrawScope.ON_TURN, (WildDrawScope.ON_TURN, WildDrawScope.ALWAYS)
    )
