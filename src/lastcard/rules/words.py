"""Rule sets in plain words: what each dimension says, what differs between two, what presets and options are for."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    Axis,
    BatchMode,
    CountInfo,
    DealerPick,
    DealerRotation,
    DrawnCard,
    FirstSeat,
    Kind,
    LastCard,
    MatchEnd,
    NumberEffect,
    PileOut,
    Policing,
    ReadyGate,
    ReverseEffect,
    ReverseHeadsUp,
    RoundScore,
    SkipEffect,
    StartAction,
    StartReverse,
    StartWild,
    StartWildDraw,
    Teams,
    Total,
    UnoDuty,
    UnoWindow,
    WildDrawCondition,
)
from .decks import Deck
from .options import OPTIONS
from .presets import PRESETS
from .ruleset import DIMENSIONS, Ruleset
from .values import (
    Batch,
    CardFate,
    Challenger,
    ChallengeTerms,
    Ending,
    HandLimit,
    JumpIn,
    LimitMode,
    Scoring,
    Skin,
    SkipTotal,
)


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
        text = sentence(name, getattr(rules, name))
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


def preset_lines() -> list[tuple[str, str]]:
    """Each preset and its summary."""
    return [(preset.name, preset.summary) for preset in PRESETS.values()]


def option_lines() -> list[tuple[str, str]]:
    """Each named option as it is written, and its summary."""
    lines = [(option.usage, option.summary) for option in OPTIONS.values()]
    return [*lines, ("target=N", "The match ends at N instead of its usual number.")]


def dimension_id(name: str) -> str:
    """The number of a dimension, such as D03."""
    return f"D{DIMENSIONS.index(name) + 1:02}"


def sentence(name: str, value: Any) -> str:
    """What a value of a dimension means."""
    return SENTENCES[name](value)


# ---------------------------------------------------------------- what cannot matter


def _idle(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The dimensions that change nothing under a rule set, each with the reason."""
    yield from _idle_flow(rules)
    yield from _idle_responses(rules)
    if rules.uno_duty is UnoDuty.NONE:
        for name in ("uno_late_ok", "uno_window", "uno_penalty"):
            yield name, "no call is due"
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


# ---------------------------------------------------------------- pieces


def _cards(n: int) -> str:
    return "no cards" if n == 0 else "1 card" if n == 1 else f"{n} cards"


def _turns(n: int) -> str:
    return "1 turn" if n == 1 else f"{n} turns"


def _listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _one_of(sentences: dict[Any, str]) -> Callable[[Any], str]:
    return sentences.__getitem__


_KINDS = {
    Kind.NUMBER: "numbers",
    Kind.SKIP: "Skips",
    Kind.REVERSE: "Reverses",
    Kind.DRAW: "coloured draw cards",
    Kind.WILD: "plain wilds",
    Kind.WILD_DRAW: "Wild Draws",
    Kind.ACTION: "other action cards",
}


# ---------------------------------------------------------------- values that are more than a word


def _deck(deck: Deck) -> str:
    colours = _listed([name for _, name in deck.colours])
    return f"The pack is {deck.name}: {_cards(deck.size)}, colours {colours}."


def _seats(seats: tuple[int, int]) -> str:
    fewest, most = seats
    return f"{most} players play." if fewest == most else f"{fewest} to {most} players play."


def _hand_size(n: int) -> str:
    return f"Each player is dealt {_cards(n)}."


def _match_axes(axes: frozenset[Axis]) -> str:
    words = [axis.name.lower() for axis in sorted(axes)]
    if not words:
        return "Only wilds are laid."
    return f"A coloured card fits by {_listed(words, last='or')}."


def _batch(batch: Batch) -> str:
    if batch.mode is BatchMode.OFF:
        return "One card is laid at a time."
    if batch.mode is BatchMode.IDENTICAL:
        return f"Up to {batch.n} identical cards may be laid at once."
    return f"Up to {batch.n} cards of one value, whatever their colours, may be laid at once."


def _draw_size(n: int | None) -> str:
    if n is None:
        return "Who lays nothing draws until a card fits."
    if n == 1:
        return "Who lays nothing draws 1 card."
    return f"Who lays nothing draws until a card fits, at most {_cards(n)}."


def _number_effects(effects: tuple[tuple[int, NumberEffect], ...]) -> str:
    if not effects:
        return "Numbers have no effect."
    words = {
        NumberEffect.SWAP_CHOICE: "swaps its player's hand with a chosen one",
        NumberEffect.ROTATE: "passes every hand on to the next player",
    }
    text = _listed([f"a {number} {words[effect]}" for number, effect in effects])
    return f"{text[0].upper()}{text[1:]}."


def _challenge_terms(terms: ChallengeTerms) -> str:
    who = "The player hit" if terms.by is Challenger.TARGET else "Any player"
    card = "the card stays" if terms.card is CardFate.STAYS else "the card goes back to the hand"
    return (
        f"{who} may challenge a Wild Draw: a cheat draws {_cards(terms.guilty_draws)} for each and {card}; "
        f"a wrong challenge costs {_cards(terms.extra)} more."
    )


def _skip_total(total: SkipTotal) -> str:
    if total.total is Total.LAST:
        return "At the end of a chain of Skips only the last lay counts."
    if not total.cap:
        return "At the end of a chain of Skips all lost turns add up."
    return f"At the end of a chain of Skips the lost turns add up, to {_turns(total.cap)} at most."


def _jump_in(jump: JumpIn | None) -> str:
    if jump is None:
        return "Nobody lays out of turn."
    text = "A card identical to the top card may be laid out of turn"
    if jump.excepting:
        text += f", but no {_listed([_KINDS[kind] for kind in sorted(jump.excepting)], last='or')}"
    text += ", also on the opening card" if jump.on_start else ", not on the opening card"
    return text + (", also as the last card." if jump.may_win else ", not as the last card.")


def _uno_penalty(n: int) -> str:
    return f"A player caught without a call draws {_cards(n)}."


def _fine_illegal(n: int | None) -> str:
    if n is None:
        return "A card that does not fit is refused."
    return f"A card that does not fit is taken back; its player draws {_cards(n)} and loses the turn."


def _fine_false_call(n: int) -> str:
    if n == 0:
        return "A call that is not due and a groundless accusation are refused."
    return f"A call that is not due or a groundless accusation costs {_cards(n)}."


def _fine_advice(n: int) -> str:
    return f"Advice to another player costs {_cards(n)}." if n else "Advice to another player is not fined."


def _exit_ban(kinds: frozenset[Kind]) -> str:
    if not kinds:
        return "Any card may be the last."
    return f"These may not be the last card: {_listed([_KINDS[kind] for kind in sorted(kinds)])}."


def _hand_limit(limit: HandLimit | None) -> str:
    if limit is None:
        return "A hand may grow without bound."
    where = "is put aside until the next shuffle" if limit.mode is LimitMode.ASIDE else "goes under the discards"
    return f"Whoever reaches {_cards(limit.n)} is out of the round; the hand {where}."


def _round_score(score: Scoring) -> str:
    return {
        RoundScore.NONE: "A round is not scored.",
        RoundScore.WINNER_TAKES: "The winner of a round scores the cards the others hold.",
        RoundScore.OWN_HAND: "Everybody writes down the own hand; the winner of a round writes nothing.",
        RoundScore.FLAT: f"The winner of a round scores {score.flat} points.",
    }[score.kind]


def _card_values(values: tuple[tuple[str, int], ...]) -> str:
    if not values:
        return "A card left in hand counts its points in the deck."
    changed = _listed([f"{text} counts {points}" for text, points in values])
    return f"A card left in hand counts its points in the deck, but {changed}."


def _match_end(ending: Ending) -> str:
    n = ending.n
    return {
        MatchEnd.SINGLE_ROUND: "One round decides.",
        MatchEnd.REACH_WINS: f"When somebody reaches {n} points the highest total wins.",
        MatchEnd.REACH_LOSES: f"Whoever reaches {n} points loses, all others win.",
        MatchEnd.REACH_LOWEST_WINS: f"When somebody reaches {n} points the lowest total wins.",
        MatchEnd.REACH_OUT: f"Whoever reaches {n} points leaves; the last one left wins.",
        MatchEnd.ROUNDS: f"The match is over after {'1 round' if n == 1 else f'{n} rounds'}; the best total wins.",
        MatchEnd.SURVIVAL: f"Everybody starts with {n} points; at zero one leaves, the last one left wins.",
    }[ending.kind]


# ---------------------------------------------------------------- every dimension

SENTENCES: dict[str, Callable[[Any], str]] = {
    "deck": _deck,
    "seats": _seats,
    "hand_size": _hand_size,
    "dealer_pick": _one_of(
        {
            DealerPick.HIGHEST_CARD: "The first dealer is whoever draws the highest number.",
            DealerPick.RANDOM: "The first dealer is chosen at random.",
            DealerPick.YOUNGEST: "The youngest player deals first.",
            DealerPick.HOST: "The host says who deals first.",
        }
    ),
    "dealer_rotation": _one_of(
        {
            DealerRotation.CLOCKWISE: "The deal moves on clockwise.",
            DealerRotation.REDRAW: "The dealer is found anew for every round.",
            DealerRotation.WINNER: "The winner of a round deals the next.",
            DealerRotation.FIXED: "The same player deals every round.",
        }
    ),
    "first_seat": _one_of(
        {
            FirstSeat.LEFT_OF_DEALER: "The player to the left of the dealer begins.",
            FirstSeat.YOUNGEST: "The youngest player begins.",
            FirstSeat.RANDOM: "A player chosen at random begins.",
        }
    ),
    "start_action": _one_of(
        {
            StartAction.APPLY: "An action card that opens the round takes effect.",
            StartAction.INERT: "An action card that opens the round has no effect, but its symbol may be matched.",
            StartAction.COLOUR_ONLY: "An action card that opens the round has no effect and counts by its colour only.",
            StartAction.REDRAW: "An action card does not open the round: another card is turned.",
        }
    ),
    "start_reverse": _one_of(
        {
            StartReverse.DEALER_FIRST: "After a Reverse that opens the round the dealer begins, then play runs right.",
            StartReverse.RIGHT_OF_DEALER: "After a Reverse that opens the round the dealer's right neighbour begins.",
        }
    ),
    "start_wild": _one_of(
        {
            StartWild.FIRST_PLAYER_CHOOSES: "When a plain wild opens the round, the first player names the colour.",
            StartWild.REDRAW: "A plain wild does not open the round: another card is turned.",
        }
    ),
    "start_wild_draw": _one_of(
        {
            StartWildDraw.REDRAW: "A Wild Draw does not open the round: another card is turned.",
            StartWildDraw.FIRST_PLAYER_CHOOSES: "When a Wild Draw opens the round, the first player names the colour.",
            StartWildDraw.APPLY: "When a Wild Draw opens the round, the first player names the colour and is hit.",
        }
    ),
    "match_axes": _match_axes,
    "batch": _batch,
    "draw_size": _draw_size,
    "draw_voluntary": _one_of(
        {
            True: "A player may draw although a card in hand fits.",
            False: "A player may draw only when no card in hand fits.",
        }
    ),
    "drawn_card": _one_of(
        {
            DrawnCard.MAY_PLAY: "A drawn card that fits may be laid at once.",
            DrawnCard.MUST_PLAY: "A drawn card that fits must be laid at once.",
            DrawnCard.KEEP: "A drawn card is kept: the turn is over.",
        }
    ),
    "pile_out": _one_of(
        {
            PileOut.RESHUFFLE: "When the stock is used up, the discards are shuffled to renew it.",
            PileOut.PASS: "When the stock is used up, nothing more is drawn.",
            PileOut.END_ROUND: "When a card is due and the stock is used up, the round is over.",
        }
    ),
    "skip_effect": _one_of(
        {
            SkipEffect.NEXT: "A Skip makes the next player lose the turn.",
            SkipEffect.PLAY_AGAIN: "A Skip gives its player another turn.",
            SkipEffect.ALL: "A Skip makes everybody else lose the turn.",
        }
    ),
    "reverse_effect": _one_of(
        {
            ReverseEffect.FLIP: "A Reverse turns the direction of play.",
            ReverseEffect.PLAY_AGAIN: "A Reverse gives its player another turn.",
        }
    ),
    "reverse_heads_up": _one_of(
        {
            ReverseHeadsUp.SKIP: "Between two players a Reverse acts as a Skip.",
            ReverseHeadsUp.FLIP: "Between two players a Reverse leaves the turn to the other.",
        }
    ),
    "draw_forfeits_turn": _one_of(
        {
            True: "Whoever draws for a draw card loses the turn.",
            False: "Whoever draws for a draw card takes an ordinary turn afterwards.",
        }
    ),
    "number_effects": _number_effects,
    "wd_condition": _one_of(
        {
            WildDrawCondition.NONE: "A Wild Draw may be laid at any time.",
            WildDrawCondition.NO_COLOUR: "A Wild Draw may be laid only without a card of the active colour.",
            WildDrawCondition.NO_PLAYABLE: "A Wild Draw may be laid only when nothing else could be.",
        }
    ),
    "wd_policing": _one_of(
        {
            Policing.ENGINE: "A Wild Draw against its condition is refused.",
            Policing.CHALLENGE: "A Wild Draw against its condition is a bluff: only a challenge can punish it.",
        }
    ),
    "challenge_terms": _challenge_terms,
    "answer_skip": _one_of(
        {
            AnswerSkip.NONE: "A Skip cannot be answered.",
            AnswerSkip.SAME_VALUE: "A Skip may be answered with any Skip and so passed on.",
            AnswerSkip.IDENTICAL: "A Skip may be answered with the identical Skip and so passed on.",
        }
    ),
    "answer_draw2": _one_of(
        {
            AnswerDraw.NONE: "A coloured draw card cannot be answered.",
            AnswerDraw.SAME_VALUE: "A coloured draw card may be answered with one of the same value in any colour.",
            AnswerDraw.SAME_OR_HIGHER: "A coloured draw card may be answered with one that draws as many or more.",
            AnswerDraw.ANY_DRAW: "A coloured draw card may be answered with any draw card.",
        }
    ),
    "answer_wd": _one_of(
        {
            AnswerWildDraw.NONE: "A Wild Draw cannot be answered.",
            AnswerWildDraw.SAME_VALUE: "A Wild Draw may be answered with another of its kind.",
            AnswerWildDraw.SAME_OR_HIGHER: "A Wild Draw may be answered with a card that draws as many or more.",
            AnswerWildDraw.ANY_DRAW: "A Wild Draw may be answered with any draw card.",
            AnswerWildDraw.DRAW2_CALLED_COLOUR: "A Wild Draw may be answered with a draw card of the named colour.",
        }
    ),
    "draw_total": _one_of(
        {
            Total.LAST: "At the end of a chain of draw cards only the last lay is drawn for.",
            Total.SUM: "At the end of a chain of draw cards the sum of all is drawn.",
        }
    ),
    "skip_total": _skip_total,
    "answer_forced": _one_of(
        {
            True: "Who can answer must.",
            False: "Nobody is forced to answer.",
        }
    ),
    "jump_in": _jump_in,
    "uno_duty": _one_of(
        {
            UnoDuty.NONE: "No call is needed with one card left.",
            UnoDuty.ON_PLAY: "A player whose lay leaves one card must call.",
            UnoDuty.ON_HOLD: "Whoever comes to hold a single card must call, however it came.",
        }
    ),
    "uno_late_ok": _one_of(
        {
            True: "A forgotten call may be made up for until somebody notices.",
            False: "A call must come with the lay: afterwards it is too late.",
        }
    ),
    "uno_window": _one_of(
        {
            UnoWindow.NEXT_TURN_BEGINS: "A forgotten call may be noticed until the next turn begins.",
            UnoWindow.NEXT_CARD_PLAYED: "A forgotten call may be noticed until the next card is laid.",
        }
    ),
    "uno_penalty": _uno_penalty,
    "fine_illegal": _fine_illegal,
    "fine_false_call": _fine_false_call,
    "fine_advice": _fine_advice,
    "ready_gate": _one_of(
        {
            ReadyGate.OFF: "Play goes on at once after a penalty.",
            ReadyGate.WD_VICTIM: "Whoever drew because of a Wild Draw says Ready before play goes on.",
            ReadyGate.ANY_PENALTY: "Whoever drew a penalty says Ready before play goes on.",
        }
    ),
    "count_info": _one_of(
        {
            CountInfo.PUBLIC: "Everybody sees how many cards the others hold.",
            CountInfo.PUBLIC_WARN: "Everybody sees how many cards the others hold; a single card is announced.",
            CountInfo.HIDDEN: "How many cards the others hold is not shown, and anybody may be accused.",
        }
    ),
    "last_card": _one_of(
        {
            LastCard.DRAWS_APPLY: "A draw card that ends the round is still drawn for before the hands are counted.",
            LastCard.IGNORED: "A draw card that ends the round is not drawn for.",
        }
    ),
    "exit_ban": _exit_ban,
    "hand_limit": _hand_limit,
    "round_score": _round_score,
    "card_values": _card_values,
    "match_end": _match_end,
    "teams": _one_of(
        {
            Teams.NONE: "Everybody plays alone.",
            Teams.PARTNERS: "Players sitting opposite are partners: when one goes out, both win.",
        }
    ),
    "skin": _one_of(
        {
            Skin.WHITE: "The cards are shown on white.",
            Skin.BLACK: "The cards are shown on black.",
        }
    ),
}
