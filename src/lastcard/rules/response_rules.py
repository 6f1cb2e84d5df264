"""The dimensions for responses: stacking, passing on, playing out of turn (D25 to D31 and later ones)."""

from collections.abc import Callable
from dataclasses import dataclass

from .._util.grammar import listed
from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    Kind,
    SkipAnswerer,
    SkipChain,
    StackPassedOn,
    Total,
)
from .declare import KINDS, RESPONSES, any_of, choice, record
from .forms import Choice
from .values import MAX_CARDS, JumpIn, SkipTotal, word

# ---------------------------------------------------------------- sentences built from parts


def _say_jump_in(jump: JumpIn) -> str:
    like = "identical to the top card, or with the same number," if jump.same_number else "identical to the top card"
    text = f"You can play a card {like} out of turn"
    if jump.excepting:
        text += f" (except {listed([KINDS[kind] for kind in sorted(jump.excepting)])})"
    even: list[str] = []
    never: list[str] = []
    (even if jump.may_win else never).append("as your last card")
    (even if jump.on_start else never).append("on the first card")
    if jump.others_only:
        never.append("on your own card")
    if even:
        text += f", even {listed(even, 'or')}"
    if never:
        text += f", but not {listed(never, 'or')}"
    return f"{text}; play then goes on where it was." if jump.turn_stays else f"{text}."


_DEFLECTORS = {Kind.SKIP: "Skip", Kind.REVERSE: "Reverse"}


def _say_deflect(what: str) -> Callable[[frozenset[Kind]], str]:
    def say(kinds: frozenset[Kind]) -> str:
        if not kinds:
            return f"Skips and Reverses do not answer {what}."
        names = listed([f"a {_DEFLECTORS[kind]}" for kind in sorted(kinds)], "or")
        return f"You can answer {what} with {names} of the current colour, which passes the draw on."

    return say


# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class ResponseRules:
    """The fields of a rule set that say how players can respond to a card."""

    answer_skip: AnswerSkip = choice(
        "D25",
        RESPONSES,
        AnswerSkip.NONE,
        title="Passing on a Skip",
        about="Whether a player who is skipped can pass the Skip on to the next player.",
        says={
            AnswerSkip.NONE: "You can't answer a Skip with another Skip.",
            AnswerSkip.SAME_VALUE: "If you are skipped, you can pass it on by playing any Skip.",
            AnswerSkip.IDENTICAL: "If you are skipped, you can pass it on by playing an identical Skip.",
        },
        labels={
            AnswerSkip.NONE: "No",
            AnswerSkip.SAME_VALUE: "With any Skip",
            AnswerSkip.IDENTICAL: "Same colour only",
        },
    )
    answer_draw2: AnswerDraw = choice(
        "D26",
        RESPONSES,
        AnswerDraw.NONE,
        title="Stacking on a coloured draw card",
        about="What a player hit by a coloured draw card can play to pass the draw on.",
        says={
            AnswerDraw.NONE: "You can't stack on a coloured draw card.",
            AnswerDraw.SAME_VALUE: "You can stack a draw card of the same value on a coloured draw card.",
            AnswerDraw.SAME_OR_HIGHER: "On a coloured draw card you can stack a card that draws at least as many.",
            AnswerDraw.ANY_DRAW: "You can stack any draw card on a coloured draw card.",
            AnswerDraw.IDENTICAL: "You can stack an identical card on a coloured draw card.",
        },
        labels={
            AnswerDraw.NONE: "No",
            AnswerDraw.ANY_DRAW: "Any draw card",
            AnswerDraw.IDENTICAL: "Only an identical card",
        },
    )
    answer_wd: AnswerWildDraw = choice(
        "D27",
        RESPONSES,
        AnswerWildDraw.NONE,
        title="Stacking on a Wild Draw",
        about="What a player hit by a Wild Draw can play to pass the draw on.",
        says={
            AnswerWildDraw.NONE: "You can't stack on a Wild Draw.",
            AnswerWildDraw.SAME_VALUE: "You can stack a Wild Draw of the same value on a Wild Draw.",
            AnswerWildDraw.SAME_OR_HIGHER: "On a Wild Draw you can stack a card that draws at least as many.",
            AnswerWildDraw.ANY_DRAW: "You can stack any draw card on a Wild Draw.",
            AnswerWildDraw.DRAW2_CALLED_COLOUR: "You can stack a draw card of the chosen colour on a Wild Draw.",
        },
        labels={
            AnswerWildDraw.NONE: "No",
            AnswerWildDraw.ANY_DRAW: "Any draw card",
            AnswerWildDraw.DRAW2_CALLED_COLOUR: "A draw card of the chosen colour",
        },
    )
    deflect_draw2: frozenset[Kind] = any_of(
        "D50",
        RESPONSES,
        frozenset(),
        title="Deflecting a coloured draw card",
        about="Whether a Skip or a Reverse of the current colour answers a coloured draw card.",
        members={kind: f"{name}s" for kind, name in _DEFLECTORS.items()},
        say=_say_deflect("a coloured draw card"),
        examples=("none", "reverse", "skip,reverse"),
    )
    deflect_wd: frozenset[Kind] = any_of(
        "D51",
        RESPONSES,
        frozenset(),
        title="Deflecting a Wild Draw",
        about="Whether a Skip or a Reverse of the chosen colour answers a Wild Draw.",
        members={kind: f"{name}s" for kind, name in _DEFLECTORS.items()},
        say=_say_deflect("a Wild Draw"),
        examples=("none", "reverse", "skip,reverse"),
    )
    stack_passed_on: StackPassedOn = choice(
        "D58",
        RESPONSES,
        StackPassedOn.NONE,
        title="Stacking on a draw that was passed on",
        about="Whether a draw card answers a draw that a Skip or a Reverse has passed on.",
        says={
            StackPassedOn.NONE: "You can't stack a draw card on a draw that was passed on by a Skip or a Reverse.",
            StackPassedOn.SAME_COLOUR: "On a draw that was passed on you can stack a draw card of the current colour.",
            StackPassedOn.ANY_DRAW: "On a draw that was passed on you can stack any draw card.",
        },
        labels={
            StackPassedOn.NONE: "No",
            StackPassedOn.SAME_COLOUR: "A draw card of the current colour",
            StackPassedOn.ANY_DRAW: "Any draw card",
        },
    )
    draw_total: Total = choice(
        "D28",
        RESPONSES,
        Total.SUM,
        title="Do stacked draws add up?",
        about="How many cards are drawn when draw cards were played on each other.",
        says={
            Total.LAST: "Draw cards played on each other do not add up: only the last play counts.",
            Total.SUM: "Draw cards played on each other add up.",
        },
        labels={Total.LAST: "No, the last play counts", Total.SUM: "Yes"},
    )
    skip_total: SkipTotal = record(
        "D29",
        RESPONSES,
        SkipTotal(),
        SkipTotal,
        title="Do stacked Skips add up?",
        about="How many turns are lost when Skips were played on each other.",
        choices=(
            Choice(
                text=word(SkipChain.LAST),
                label="No, the last play counts",
                sentence="Skips played on each other do not add up: only the last play counts.",
            ),
            Choice(text=word(SkipChain.SUM), label="Yes", sentence="Skips played on each other add up."),
            Choice(
                text="sum-cap:N",
                label="Yes, up to a limit",
                sentence="Skips played on each other add up to at most N turns.",
                bounds=(1, MAX_CARDS),
                usual=3,
            ),
            Choice(
                text=word(SkipChain.CANCEL),
                label="No, the Skip just ends",
                sentence="A Skip played on a Skip whose turn is still owed ends both: nobody loses a turn.",
            ),
        ),
        examples=("last", "sum", "sum-cap:1", "sum-cap:3", "cancel"),
    )
    skip_answerer: SkipAnswerer = choice(
        "D60",
        RESPONSES,
        SkipAnswerer.FIRST,
        title="Passing on several Skips",
        about="Who can pass a Skip on when several turns are lost.",
        says={
            SkipAnswerer.FIRST: "When several turns are lost, only the first player skipped can pass the Skip on.",
            SkipAnswerer.EACH: "When several turns are lost, each player skipped can pass on those that are left.",
        },
        labels={SkipAnswerer.FIRST: "Only the first player", SkipAnswerer.EACH: "Each player skipped"},
    )
    answer_forced: bool = choice(
        "D30",
        RESPONSES,
        False,
        title="Do you have to stack?",
        about="Whether a player who can stack a card or pass on a Skip must do so.",
        says={
            True: "If you can stack a card or pass on a Skip, you must.",
            False: "You never have to stack a card or pass on a Skip.",
        },
    )
    jump_in: JumpIn | None = record(
        "D31",
        RESPONSES,
        None,
        JumpIn,
        none="off",
        title="Jumping in",
        about="Whether you can play a card identical to the top card out of turn.",
        choices=(
            Choice(text="off", sentence="Nobody can play out of turn."),
            Choice(
                text="identical",
                label="With an identical card",
                sentence="You can play a card identical to the top card out of turn.",
                extras={
                    "on-start": "Also on the first card of the round",
                    "no-win": "Not as your last card",
                    "others-only": "Not on your own card",
                    "same-number": "Also with the same number",
                    "turn-stays": "Play goes on where it was",
                    **{f"not-{word(kind)}": f"Not with {name}" for kind, name in KINDS.items()},
                },
            ),
        ),
        say=_say_jump_in,
        examples=(
            "off",
            "identical",
            "identical,not-wild-draw",
            "identical,on-start,no-win",
            "identical,others-only",
            "identical,same-number,turn-stays",
            "identical,turn-stays",
        ),
    )
