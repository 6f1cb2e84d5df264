"""Rule sets in plain words: what each dimension says, what differs between two, what options are for."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    BlockedRound,
    CountInfo,
    DealerPick,
    DealerRotation,
    DrawnCard,
    FinedTurn,
    FirstSeat,
    LastCard,
    LastExchange,
    MatchEnd,
    PileOut,
    Policing,
    ReadyGate,
    ReverseEffect,
    ReverseHeadsUp,
    RoundScore,
    SkipEffect,
    SkipReach,
    StartAction,
    StartReverse,
    StartWild,
    StartWildDraw,
    Teams,
    Total,
    UnoDuty,
    UnoUnnoticed,
    UnoWindow,
    WildDrawCondition,
)
from . import phrases
from .options import OPTIONS
from .ruleset import DIMENSIONS, Ruleset
from .values import Skin


class Line(NamedTuple):
    """What a rule set says in one dimension."""

    id: str
    name: str
    sentence: str


class Difference(NamedTuple):
    """What two rule sets say where they do not agree."""

    id: str
    name: str
    one: str
    other: str


def describe(rules: Ruleset) -> list[Line]:
    """Every dimension of a rule set in a sentence, in their order."""
    idle = dict(_idle(rules))
    lines = []
    for name in DIMENSIONS:
        text = _card_values(rules) if name == "card_values" else sentence(name, getattr(rules, name))
        if name in idle:
            text += f" (Does not matter here: {idle[name]}.)"
        lines.append(Line(dimension_id(name), name, text))
    return lines


def diff(one: Ruleset, other: Ruleset) -> list[Difference]:
    """The dimensions in which two rule sets differ, with what each says."""
    return [
        Difference(dimension_id(name), name, sentence(name, getattr(one, name)), sentence(name, getattr(other, name)))
        for name in DIMENSIONS
        if getattr(one, name) != getattr(other, name)
    ]


def option_lines() -> list[tuple[str, str]]:
    """Each named option as it is written, and its summary."""
    lines = [(option.usage, option.summary) for option in OPTIONS.values()]
    return [*lines, ("target=N", "The match ends at N instead of its usual number.")]


def dimension_id(name: str) -> str:
    """The number of a dimension, such as D03."""
    return f"D{DIMENSIONS.index(name) + 1:02}"


def sentence(name: str, value: Any) -> str:
    """What a value of a dimension means."""
    means = SENTENCES[name]
    return means[value] if isinstance(means, dict) else means(value)


def _card_values(rules: Ruleset) -> str:
    """D45, with the points of the deck and what they are for where no hand is scored."""
    text = phrases.card_values(rules.card_values, rules.deck)
    if rules.round_score.kind is RoundScore.FLAT:
        text += " (Matters here only when nobody can go on: then the hand with the fewest points wins the round.)"
    return text


# ---------------------------------------------------------------- what cannot matter


def _idle(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The dimensions that change nothing under a rule set, each with the reason."""
    yield from _idle_flow(rules)
    yield from _idle_responses(rules)
    if rules.uno_duty is UnoDuty.NONE:
        for name in ("uno_late_ok", "uno_window", "uno_penalty", "uno_unnoticed"):
            yield name, "no call is due"
    if rules.fine_illegal is None:
        yield "fined_turn", "a card that does not fit is refused"
    if not rules.number_effects and not any(card.swaps or card.rotates for card in rules.deck.types):
        yield "last_exchange", "no card exchanges hands"
    if rules.round_score.kind in (RoundScore.NONE, RoundScore.FLAT):
        yield "last_card", "hands are not scored"
    if rules.round_score.kind is RoundScore.NONE:
        yield "card_values", "hands are not scored"


def _idle_flow(rules: Ruleset) -> Iterator[tuple[str, str]]:
    if rules.match_end.kind is MatchEnd.SINGLE_ROUND:
        yield "dealer_rotation", "one round decides"
    if rules.start_action is not StartAction.APPLY:
        yield "start_reverse", "a Reverse that opens the round has no effect"
    if rules.wd_condition is WildDrawCondition.NONE:
        yield "wd_policing", "there is no condition"
        yield "challenge_terms", "there is nothing to challenge"
    elif rules.wd_policing is Policing.ENGINE:
        yield "challenge_terms", "there is nothing to challenge"


def _idle_responses(rules: Ruleset) -> Iterator[tuple[str, str]]:
    skips = rules.skip_effect is SkipEffect.NEXT
    skip_answered = skips and rules.answer_skip is not AnswerSkip.NONE
    draw_answered = rules.answer_draw2 is not AnswerDraw.NONE or rules.answer_wd is not AnswerWildDraw.NONE
    if not skips:
        yield "answer_skip", "nobody is skipped"
        yield "skip_total", "nobody is skipped"
    elif not skip_answered and rules.jump_in is None:
        yield "skip_total", "Skips never follow each other"
    if not draw_answered and rules.jump_in is None:
        yield "draw_total", "draw cards never follow each other"
    if not skip_answered and not draw_answered:
        yield "answer_forced", "nothing can be answered"


# ---------------------------------------------------------------- every dimension

# Each has a sentence for each of its values, or makes one from any value.
SENTENCES: dict[str, dict[Any, str] | Callable[[Any], str]] = {
    "deck": phrases.deck,
    "seats": phrases.seats,
    "hand_size": phrases.hand_size,
    "dealer_pick": {
        DealerPick.HIGHEST_CARD: "The first dealer is whoever draws the highest number.",
        DealerPick.RANDOM: "The first dealer is chosen at random.",
        DealerPick.YOUNGEST: "The youngest player deals first.",
        DealerPick.HOST: "The host says who deals first.",
    },
    "dealer_rotation": {
        DealerRotation.CLOCKWISE: "The deal moves on clockwise.",
        DealerRotation.REDRAW: "The dealer is found anew for every round.",
        DealerRotation.WINNER: "The winner of a round deals the next.",
        DealerRotation.FIXED: "The same player deals every round.",
    },
    "first_seat": {
        FirstSeat.LEFT_OF_DEALER: "The player to the left of the dealer begins.",
        FirstSeat.YOUNGEST: "The youngest player begins.",
        FirstSeat.RANDOM: "A player chosen at random begins.",
    },
    "start_action": {
        StartAction.APPLY: "An action card that opens the round takes effect.",
        StartAction.INERT: "An action card that opens the round has no effect, but its symbol may be matched.",
        StartAction.COLOUR_ONLY: "An action card that opens the round has no effect and counts by its colour only.",
        StartAction.REDRAW: "An action card does not open the round: another card is turned.",
    },
    "start_reverse": {
        StartReverse.DEALER_FIRST: "After a Reverse that opens the round the dealer begins, then play runs right.",
        StartReverse.RIGHT_OF_DEALER: "After a Reverse that opens the round the dealer's right neighbour begins.",
        StartReverse.LEFT_OF_DEALER: "After a Reverse that opens the round the first player still begins.",
    },
    "start_wild": {
        StartWild.FIRST_PLAYER_CHOOSES: "When a plain wild opens the round, the first player names the colour.",
        StartWild.REDRAW: "A plain wild does not open the round: another card is turned.",
    },
    "start_wild_draw": {
        StartWildDraw.REDRAW: "A Wild Draw does not open the round: another card is turned.",
        StartWildDraw.FIRST_PLAYER_CHOOSES: "When a Wild Draw opens the round, the first player names the colour.",
        StartWildDraw.APPLY: "When a Wild Draw opens the round, the first player names the colour and is hit.",
    },
    "match_axes": phrases.match_axes,
    "batch": phrases.batch,
    "draw_size": phrases.draw_size,
    "draw_voluntary": {
        True: "A player may draw although a card in hand fits.",
        False: "A player may draw only when no card in hand fits.",
    },
    "drawn_card": {
        DrawnCard.MAY_PLAY: "A drawn card that fits may be laid at once.",
        DrawnCard.MUST_PLAY: "A drawn card that fits must be laid at once.",
        DrawnCard.KEEP: "A drawn card is kept: the turn is over.",
    },
    "pile_out": {
        PileOut.RESHUFFLE: "When the stock is used up, the discards are shuffled to renew it.",
        PileOut.PASS: "When the stock is used up, nothing more is drawn.",
        PileOut.END_ROUND: "When a card is due and the stock is used up, the round is over.",
    },
    "skip_effect": {
        SkipEffect.NEXT: "A Skip makes the next player lose the turn.",
        SkipEffect.PLAY_AGAIN: "A Skip gives its player another turn.",
        SkipEffect.ALL: "A Skip makes everybody else lose the turn.",
    },
    "reverse_effect": {
        ReverseEffect.FLIP: "A Reverse turns the direction of play.",
        ReverseEffect.PLAY_AGAIN: "A Reverse gives its player another turn.",
    },
    "reverse_heads_up": {
        ReverseHeadsUp.SKIP: "Between two players a Reverse acts as a Skip.",
        ReverseHeadsUp.FLIP: "Between two players a Reverse leaves the turn to the other.",
    },
    "draw_forfeits_turn": {
        True: "Whoever draws for a draw card loses the turn.",
        False: "Whoever draws for a draw card takes an ordinary turn afterwards.",
    },
    "number_effects": phrases.number_effects,
    "wd_condition": {
        WildDrawCondition.NONE: "A Wild Draw may be laid at any time.",
        WildDrawCondition.NO_COLOUR: "A Wild Draw may be laid only without a card of the active colour.",
        WildDrawCondition.NO_PLAYABLE: "A Wild Draw may be laid only when nothing else could be.",
    },
    "wd_policing": {
        Policing.ENGINE: "A Wild Draw against its condition is refused.",
        Policing.CHALLENGE: "A Wild Draw against its condition is a bluff: only a challenge can punish it.",
    },
    "challenge_terms": phrases.challenge_terms,
    "answer_skip": {
        AnswerSkip.NONE: "A Skip cannot be answered.",
        AnswerSkip.SAME_VALUE: "A Skip may be answered with any Skip and so passed on.",
        AnswerSkip.IDENTICAL: "A Skip may be answered with the identical Skip and so passed on.",
    },
    "answer_draw2": {
        AnswerDraw.NONE: "A coloured draw card cannot be answered.",
        AnswerDraw.SAME_VALUE: "A coloured draw card may be answered with one of the same value in any colour.",
        AnswerDraw.SAME_OR_HIGHER: "A coloured draw card may be answered with one that draws as many or more.",
        AnswerDraw.ANY_DRAW: "A coloured draw card may be answered with any draw card.",
    },
    "answer_wd": {
        AnswerWildDraw.NONE: "A Wild Draw cannot be answered.",
        AnswerWildDraw.SAME_VALUE: "A Wild Draw may be answered with another of its kind.",
        AnswerWildDraw.SAME_OR_HIGHER: "A Wild Draw may be answered with a card that draws as many or more.",
        AnswerWildDraw.ANY_DRAW: "A Wild Draw may be answered with any draw card.",
        AnswerWildDraw.DRAW2_CALLED_COLOUR: "A Wild Draw may be answered with a draw card of the named colour.",
    },
    "draw_total": {
        Total.LAST: "At the end of a chain of draw cards only the last lay is drawn for.",
        Total.SUM: "At the end of a chain of draw cards the sum of all is drawn.",
    },
    "skip_total": phrases.skip_total,
    "answer_forced": {
        True: "Who can answer must.",
        False: "Nobody is forced to answer.",
    },
    "jump_in": phrases.jump_in,
    "uno_duty": {
        UnoDuty.NONE: "No call is needed with one card left.",
        UnoDuty.ON_PLAY: "A player whose lay leaves one card must call.",
        UnoDuty.ON_HOLD: "Whoever comes to hold a single card must call, however it came.",
    },
    "uno_late_ok": {
        True: "A forgotten call may be made up for until somebody notices.",
        False: "A call must come with the lay: afterwards it is too late.",
    },
    "uno_window": {
        UnoWindow.NEXT_TURN_BEGINS: "A forgotten call may be noticed until the next turn begins.",
        UnoWindow.NEXT_CARD_PLAYED: "A forgotten call may be noticed until the next card is laid.",
    },
    "uno_penalty": phrases.uno_penalty,
    "fine_illegal": phrases.fine_illegal,
    "fine_false_call": phrases.fine_false_call,
    "fine_advice": phrases.fine_advice,
    "ready_gate": {
        ReadyGate.OFF: "Play goes on at once after a penalty.",
        ReadyGate.WD_VICTIM: "Whoever drew because of a Wild Draw says Ready before play goes on.",
        ReadyGate.ANY_PENALTY: "Whoever drew a penalty says Ready before play goes on.",
    },
    "count_info": {
        CountInfo.PUBLIC: "Everybody sees how many cards the others hold.",
        CountInfo.PUBLIC_WARN: "Everybody sees how many cards the others hold; a single card is announced.",
        CountInfo.HIDDEN: "How many cards the others hold is not shown, and anybody may be accused.",
    },
    "last_card": {
        LastCard.DRAWS_APPLY: "A draw card that ends the round is still drawn for before the hands are counted.",
        LastCard.IGNORED: "A draw card that ends the round is not drawn for.",
    },
    "exit_ban": phrases.exit_ban,
    "hand_limit": phrases.hand_limit,
    "round_score": phrases.round_score,
    "card_values": phrases.card_values,
    "match_end": phrases.match_end,
    "teams": {
        Teams.NONE: "Everybody plays alone.",
        Teams.PARTNERS: "Players sitting opposite are partners: when one goes out, both win.",
    },
    "skin": {
        Skin.WHITE: "The cards are shown on white.",
        Skin.BLACK: "The cards are shown on black.",
    },
    "skip_reach": {
        SkipReach.ROUND_THE_TABLE: "Lost turns are counted round the table, past the player who laid if need be.",
        SkipReach.OTHERS_ONLY: "Skips hit the other players only: each of them loses one turn at most.",
    },
    "deflect_draw2": phrases.deflect_draw2,
    "deflect_wd": phrases.deflect_wd,
    "uno_unnoticed": {
        UnoUnnoticed.SAFE: "A forgotten call that nobody notices costs nothing.",
        UnoUnnoticed.FINED: "A forgotten call that nobody notices is paid for when the time to notice it is over.",
    },
    "fined_turn": {
        FinedTurn.LOST: "A player fined for a card that does not fit loses the turn.",
        FinedTurn.KEPT: "A player fined for a card that does not fit keeps the turn.",
    },
    "last_exchange": {
        LastExchange.IGNORED: "A last card that would exchange hands ends the round instead.",
        LastExchange.APPLIES: "A last card that exchanges hands still does; whoever then holds no cards wins.",
    },
    "blocked_round": {
        BlockedRound.LOWEST_WINS: "When nobody can go on, the lowest hand wins the round.",
        BlockedRound.NOBODY_WINS: "When nobody can go on, nobody wins the round.",
    },
}
