"""The dimensions for a turn: what can be played and what it does (D11 to D24, D56 and later ones)."""

from dataclasses import dataclass
from typing import Any

from .._util.bounds import quoted
from .._util.grammar import listed
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
from .forms import Choice, Number, OneOf, Pairs, Part, Parts, with_number
from .values import MAX_CARDS, Batch, CardFate, Challenger, ChallengeTerms, word

# ---------------------------------------------------------------- sentences built from parts


def _say_axes(axes: frozenset[Axis]) -> str:
    if not axes:
        return "Only wilds can be played."
    return f"A coloured card fits if it matches the top card by {listed([word(axis) for axis in sorted(axes)], 'or')}."


_NUMBER_EFFECTS = {
    NumberEffect.SWAP_CHOICE: "makes its player swap hands with a player of their choice",
    NumberEffect.ROTATE: "passes every hand to the next player",
    NumberEffect.MAY_SWAP: "lets its player swap hands with a player of their choice, or keep their hand",
}


def _say_number_effects(effects: tuple[tuple[int, NumberEffect], ...]) -> str:
    if not effects:
        return "Numbers have no effect."
    text = listed([f"a {n} {_NUMBER_EFFECTS[effect]}" for n, effect in effects])
    return f"{text[0].upper()}{text[1:]}."


def _check_challenge(name: str, value: Any) -> Any:
    if not isinstance(value, ChallengeTerms):
        raise RulesetError(f"{name} = {quoted(value)}: expected a ChallengeTerms")
    return value


def _say_challenge(terms: ChallengeTerms) -> str:
    who = "The player who has to draw" if terms.by is Challenger.TARGET else "Any player"
    card = "the card stays" if terms.card is CardFate.STAYS else "the card goes back to their hand"
    right = with_number(f"whoever bluffed draws N cards for each Wild Draw and {card}", terms.guilty_draws)
    wrong = with_number("a wrong challenge costs N cards more", terms.extra)
    if terms.by is Challenger.ANY_INSTEAD:
        wrong += ", and whoever made it draws everything in place of the player who was hit"
    return f"{who} can challenge a Wild Draw: {right}; {wrong}."


_CHALLENGE_FORM = Parts(
    parts=[
        Part(label="Cards drawn for a bluff", bounds=(0, MAX_CARDS)),
        Part(label="Extra cards for a wrong challenge", bounds=(0, MAX_CARDS)),
        Part(
            label="The Wild Draw of a bluff",
            words={word(CardFate.STAYS): "Stays", word(CardFate.RETURNS): "Goes back to the hand"},
        ),
        Part(
            label="Who may challenge",
            words={
                word(Challenger.TARGET): "The player who has to draw",
                word(Challenger.ANY): "Anyone",
                word(Challenger.ANY_INSTEAD): "Anyone, who draws it all if wrong",
            },
        ),
    ],
    separator=",",
    allowed="the cards drawn for a bluff, the extra cards for a wrong challenge, stays or returns, "
    "target, any or any-instead, such as 4,2,stays,target",
    check=_check_challenge,
    read=ChallengeTerms.from_text,
    write=lambda value: value.text,
    say=_say_challenge,
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
        title="What matches",
        about="What a coloured card must share with the top card.",
        members={Axis.COLOUR: "Colour", Axis.NUMBER: "Number", Axis.SYMBOL: "Symbol"},
        say=_say_axes,
        examples=("colour,number,symbol", "colour,number", "colour"),
    )
    batch: Batch = record(
        "D12",
        TURN,
        Batch(),
        Batch,
        title="Several cards at once",
        about="Whether you can play several cards in one turn, and what they must share.",
        choices=(
            Choice(text=word(BatchMode.OFF), label="One card", sentence="You play one card at a time."),
            Choice(
                text="same-value:N",
                sentence="You can play up to N cards of the same value at once, whatever their colours.",
                bounds=(2, MAX_CARDS),
                usual=3,
            ),
            Choice(
                text="identical:N",
                sentence="You can play up to N identical cards at once.",
                bounds=(2, MAX_CARDS),
                usual=2,
            ),
        ),
        examples=("off", "same-value:3", "identical:2"),
    )
    wild_on_wild: bool = choice(
        "D61",
        TURN,
        True,
        title="A wild on a plain Wild",
        about="Whether a wild can follow a plain Wild, or only a card of the chosen colour.",
        says={
            True: "You can play a wild on a plain Wild.",
            False: "On your turn, you can follow a plain Wild only with a card of the chosen colour, not with a wild.",
        },
    )
    draw_size: int | None = number(
        "D13",
        TURN,
        1,
        (1, MAX_CARDS),
        title="Drawing on your turn",
        about="How many cards you draw when you can't or won't play.",
        says="If you can't or won't play, draw up to N cards.",
        special={1: "If you can't or won't play, draw a card."},
        none=Choice(text="until-playable", sentence="If you can't or won't play, draw until a card fits."),
        examples=("1", "3", "until-playable"),
    )
    draw_stops: bool = choice(
        "D59",
        TURN,
        True,
        title="Stopping when a card fits",
        about="Whether you stop drawing as soon as a card fits, or draw the whole number.",
        says={
            True: "You stop drawing as soon as a card fits.",
            False: "You draw the whole number even if a card fits; the last one counts as the card you drew.",
        },
    )
    draw_voluntary: bool = choice(
        "D14",
        TURN,
        True,
        title="Drawing when you could play",
        about="Whether you can draw although you have a card that fits.",
        says={
            True: "You can draw even if you have a card that fits.",
            False: "You can draw only if none of your cards fits.",
        },
    )
    drawn_card: DrawnCard = choice(
        "D15",
        TURN,
        DrawnCard.MAY_PLAY,
        title="Playing the card you drew",
        about="What you can do with a card you drew on your turn, if it fits.",
        says={
            DrawnCard.MAY_PLAY: "If the card you drew fits, you can play it at once.",
            DrawnCard.MUST_PLAY: "If the card you drew fits, you must play it at once.",
            DrawnCard.KEEP: "You keep the card you drew, and your turn is over.",
            DrawnCard.ANY_CARD: "After drawing, you can play any card of your hand that fits.",
        },
        labels={
            DrawnCard.MAY_PLAY: "You can",
            DrawnCard.MUST_PLAY: "You must",
            DrawnCard.KEEP: "You can't",
            DrawnCard.ANY_CARD: "You can, or any other card",
        },
    )
    pile_out: PileOut = choice(
        "D16",
        TURN,
        PileOut.RESHUFFLE,
        title="Empty draw pile",
        about="What happens when there is nothing left to draw.",
        says={
            PileOut.RESHUFFLE: "When the draw pile is empty, the discard pile is shuffled to make a new one.",
            PileOut.PASS: "When the draw pile is empty, nobody draws any more.",
            PileOut.END_ROUND: "When someone has to draw and the draw pile is empty, the round is over.",
            PileOut.RESHUFFLE_AT_ONCE: (
                "As soon as the last card is drawn, the discard pile is shuffled to make a new draw pile."
            ),
        },
        labels={PileOut.PASS: "Nobody draws", PileOut.END_ROUND: "The round is over"},
    )

    skip_effect: SkipEffect = choice(
        "D17",
        EFFECTS,
        SkipEffect.NEXT,
        title="Skip",
        about="What a Skip does.",
        says={
            SkipEffect.NEXT: "A Skip makes the next player lose a turn.",
            SkipEffect.PLAY_AGAIN: "A Skip gives its player another turn.",
            SkipEffect.ALL: "A Skip makes everyone else lose a turn.",
        },
        labels={SkipEffect.NEXT: "Skips the next player", SkipEffect.ALL: "Skips everyone else"},
    )
    skip_reach: SkipReach = choice(
        "D49",
        EFFECTS,
        SkipReach.ROUND_THE_TABLE,
        title="Many Skips at once",
        about="Who loses turns when more are lost at once than there are other players.",
        says={
            SkipReach.ROUND_THE_TABLE: "Lost turns go round the table, even to whoever played the Skips.",
            SkipReach.OTHERS_ONLY: "Skips hit only the other players, and each of them loses at most one turn.",
        },
        labels={SkipReach.ROUND_THE_TABLE: "Everyone in turn", SkipReach.OTHERS_ONLY: "Only the others, once each"},
    )
    reverse_effect: ReverseEffect = choice(
        "D18",
        EFFECTS,
        ReverseEffect.FLIP,
        title="Reverse",
        about="What a Reverse does with three or more players.",
        says={
            ReverseEffect.FLIP: "A Reverse changes the direction of play.",
            ReverseEffect.PLAY_AGAIN: "A Reverse gives its player another turn.",
            ReverseEffect.FLIP_AND_SKIP: "A Reverse changes the direction, and whoever is then next loses a turn.",
        },
        labels={
            ReverseEffect.FLIP: "Changes direction",
            ReverseEffect.FLIP_AND_SKIP: "Changes direction and skips",
        },
    )
    reverse_heads_up: ReverseHeadsUp = choice(
        "D19",
        EFFECTS,
        ReverseHeadsUp.SKIP,
        title="Reverse with two players",
        about="What a Reverse does when two players are left.",
        says={
            ReverseHeadsUp.SKIP: "With two players a Reverse acts like a Skip.",
            ReverseHeadsUp.FLIP: "With two players a Reverse just passes the turn to the other player.",
        },
        labels={ReverseHeadsUp.SKIP: "Acts like a Skip", ReverseHeadsUp.FLIP: "The other player's turn"},
    )
    draw_forfeits_turn: bool = choice(
        "D20",
        EFFECTS,
        True,
        title="Losing a turn to a draw card",
        about="Whether a player who must draw for a draw card also loses their turn.",
        says={
            True: "A player who must draw for a draw card loses their turn.",
            False: "A player who must draw for a draw card still takes their turn.",
        },
    )
    number_effects: tuple[tuple[int, NumberEffect], ...] = declare(
        "D21",
        EFFECTS,
        (),
        title="Numbers that move hands",
        about="Numbers that make players swap or pass on their hands.",
        form=Pairs(
            key=Number(0, 999, says="The number N.", special={}, none=None, examples=()),
            value=OneOf(
                NumberEffect,
                {effect: f"The card {words}." for effect, words in _NUMBER_EFFECTS.items()},
                {
                    NumberEffect.SWAP_CHOICE: "Swap hands",
                    NumberEffect.ROTATE: "Pass every hand on",
                    NumberEffect.MAY_SWAP: "Swap hands, or not",
                },
            ),
            most=RANKS,
            labels=("Number", "Effect"),
            say=_say_number_effects,
            examples=("none", "0:rotate,7:may-swap", "0:rotate,7:swap-choice"),
        ),
    )

    wd_condition: WildDrawCondition = choice(
        "D22",
        WILD_DRAWS,
        WildDrawCondition.NO_COLOUR,
        title="When you can play a Wild Draw",
        about="The condition on playing a Wild Draw.",
        says={
            WildDrawCondition.NONE: "You can play a Wild Draw at any time.",
            WildDrawCondition.NO_COLOUR: "You can play a Wild Draw only if you have no card of the current colour.",
            WildDrawCondition.NO_PLAYABLE: "You can play a Wild Draw only if none of your other cards fits.",
        },
        labels={
            WildDrawCondition.NONE: "At any time",
            WildDrawCondition.NO_COLOUR: "Without the current colour",
            WildDrawCondition.NO_PLAYABLE: "If nothing else fits",
        },
    )
    wd_policing: Policing = choice(
        "D23",
        WILD_DRAWS,
        Policing.CHALLENGE,
        title="Bluffing with a Wild Draw",
        about="What happens when someone plays a Wild Draw that breaks its condition.",
        says={
            Policing.ENGINE: "A Wild Draw that breaks its condition is refused.",
            Policing.CHALLENGE: "Playing a Wild Draw when you shouldn't is a bluff; only a challenge can penalise it.",
        },
        labels={Policing.ENGINE: "Refused", Policing.CHALLENGE: "Can be challenged"},
    )
    challenge_terms: ChallengeTerms = declare(
        "D24",
        WILD_DRAWS,
        ChallengeTerms(),
        key="challenge",
        title="Challenges",
        about="Who can challenge a Wild Draw, and what it costs to be wrong.",
        form=_CHALLENGE_FORM,
    )
    wd_scope: WildDrawScope = choice(
        "D56",
        WILD_DRAWS,
        WildDrawScope.ON_TURN,
        title="Wild Draws that answer or jump in",
        about="Whether the condition and challenges also apply to a Wild Draw that is stacked or played out of turn.",
        says={
            WildDrawScope.ON_TURN: (
                "A Wild Draw that you stack on a draw card or play out of turn needs no condition and can't be "
                "challenged."
            ),
            WildDrawScope.ALWAYS: (
                "The condition, and what follows from breaking it, also apply to a Wild Draw that you stack on a draw "
                "card or play out of turn; whoever is caught then also draws what they passed on."
            ),
        },
        labels={WildDrawScope.ON_TURN: "They need no condition", WildDrawScope.ALWAYS: "The same as on a turn"},
    )
