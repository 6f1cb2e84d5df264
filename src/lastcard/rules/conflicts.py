"""Which values cannot be combined, and which make no difference when something else is chosen.

Both are data, so that a page with a form can explain them without knowing the rules.  A `when` maps dimensions to
choices or values, as in `{"round_score": ("none", "flat:N"), "draw_size": ("1",)}`; it holds if each dimension has one
of its choices.  A choice with commas, as in `identical,not-wild-draw`, stands for every value with all these parts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .._util.bounds import quoted
from ..core.terms import Axis, Kind
from ..errors import RulesetError, did_you_mean
from ..words.catalogue import Words, words
from .decks import BUILT_IN_DECKS
from .dimensions import DIMENSIONS, KEYS, write_value

if TYPE_CHECKING:
    from .ruleset import Ruleset

When = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """A reason to refuse a rule set.

    The rule set is refused if `when` holds and `problem`, if there is one, returns a message.  `test` is a word for
    programs, and `what` a phrase for people, that says what `problem` looks for.  Of a conflict that depends on the
    table, `problem` also gets the number of seats.  `because.ID` in the catalogue of words says why.
    """

    dimensions: tuple[str, ...]
    because: str
    when: When = field(default_factory=dict)
    test: str = "together"
    what: str = ""
    problem: "Callable[..., str | None] | None" = None


@dataclass(frozen=True, kw_only=True)
class Idle:
    """A dimension that makes no difference when something else is chosen, and why, by an id."""

    name: str
    when: When
    because: str


def holds(rules: "Ruleset", when: When) -> bool:
    """Return whether a rule set has one of the listed choices in each dimension of `when`."""
    return all(any(_has(rules, name, choice) for choice in choices) for name, choices in when.items())


def _has(rules: "Ruleset", name: str, choice: str) -> bool:
    value = getattr(rules, name)
    text = write_value(name, value)
    if "," in choice:
        return set(choice.split(",")) <= set(text.split(","))
    return choice in (text, DIMENSIONS[name].form.choice_of(value))


def why_of(conflict: Conflict | Idle, language: Words | None = None) -> str:
    """Return why rules do not work together, or make no difference."""
    return (language or words()).say(f"because.{conflict.because}")


def conflict_of(rules: "Ruleset") -> RulesetError | None:
    """Return an error that says what is wrong with a rule set, or None."""
    for conflict in CONFLICTS:
        if holds(rules, conflict.when):
            problem = conflict.problem(rules) if conflict.problem else _together(rules, conflict)
            if problem is not None:
                return RulesetError(problem, why_of(conflict), conflict.because)
    return None


def table_conflict_of(rules: "Ruleset", seats: int) -> RulesetError | None:
    """Return an error that says why a rule set cannot be played with this number of seats, or None."""
    for conflict in TABLE_CONFLICTS:
        assert conflict.problem is not None
        if holds(rules, conflict.when) and (problem := conflict.problem(rules, seats)) is not None:
            return RulesetError(f"a table with {quoted(seats)} seats: {problem}", why_of(conflict), conflict.because)
    return None


def idle_reasons(rules: "Ruleset") -> dict[str, str]:
    """Return the dimensions that make no difference under a rule set, each with the id of the reason."""
    return {idle.name: idle.because for idle in reversed(IDLE) if holds(rules, idle.when)}


def _together(rules: "Ruleset", conflict: Conflict) -> str:
    texts = [f"{KEYS[name]}={write_value(name, getattr(rules, name))}" for name in conflict.dimensions]
    return f"{' and '.join(texts)} cannot be combined: {why_of(conflict)}"


# ---------------------------------------------------------------- what depends on numbers and on the deck


def _limit_not_above_hand(rules: "Ruleset") -> str | None:
    if rules.hand_limit is None or rules.hand_limit.n > rules.hand_size:
        return None
    return f"hand_limit.n = {rules.hand_limit.n}: expected more than hand_size = {rules.hand_size}"


def _every_kind_banned(rules: "Ruleset") -> str | None:
    if not rules.exit_ban >= {card.kind for card in rules.deck.cards}:
        return None
    banned = write_value("exit_ban", rules.exit_ban)
    return f"exit_ban = {banned}: the deck has no other kinds of cards, so nobody could win"


def _colour_does_not_match(rules: "Ruleset") -> str | None:
    if Axis.COLOUR in rules.match_axes or all(card.wild for card in rules.deck.cards):
        return None
    axes = write_value("match_axes", rules.match_axes)
    return f"match_axes = {axes}: colour must be among them, unless the deck has only wilds"


def _nothing_follows_a_wild(rules: "Ruleset") -> str | None:
    if any(not card.wild for card in rules.deck.cards):
        return None
    return f"wild_on_wild = no: deck {rules.deck.name!r} has only wilds"


def _whose_card_is_unknown(rules: "Ruleset") -> str | None:
    jump = rules.jump_in
    if jump is None or not (jump.others_only and jump.turn_stays):
        return None
    return f"jump_in = {jump.text}: others-only and turn-stays cannot be combined"


def _no_number_may_jump(rules: "Ruleset") -> str | None:
    jump = rules.jump_in
    if jump is None or not jump.same_number or Kind.NUMBER not in jump.excepting:
        return None
    if any(card.number is not None and card.kind is not Kind.NUMBER for card in rules.deck.cards):
        return None
    return f"jump_in = {jump.text}: same-number and not-number cannot be combined"


def _nothing_can_open(rules: "Ruleset") -> str | None:
    if any(card.kind is Kind.NUMBER for card in rules.deck.cards):
        return None
    return (
        f"start_action, start_wild and start_wild_draw = redraw: deck {rules.deck.name!r} has no plain number to "
        "start with"
    )


def _all_count_the_same(rules: "Ruleset") -> str | None:
    if len({card.number or 0 for card in rules.deck.cards}) > 1:
        return None
    return (
        f"dealer_pick = highest-card: the cards of deck {rules.deck.name!r} all count the same, so nobody would draw "
        "the highest"
    )


def _number_has_an_effect(rules: "Ruleset") -> str | None:
    plain = {card.number for card in rules.deck.cards if card.kind is Kind.NUMBER}
    for card in rules.deck.cards:
        if card.number not in plain and card.number in dict(rules.number_effects):
            return f"number_effects of {card.number}: {card.text} already has an effect in the deck"
    return None


def _value_of_no_card(rules: "Ruleset") -> str | None:
    cards = rules.deck.cards
    known = {card.text for card in cards} | {card.rank for card in cards if not card.wild}
    for text, _ in rules.card_values:
        if text not in known:
            return (
                f"card_values of {quoted(text)}: not a card or rank of deck {rules.deck.name!r}"
                f"{did_you_mean(text[:20], known)}; expected a card such as 'w+4' or a rank such as 'S'"
            )
    return None


CONFLICTS = (
    Conflict(
        dimensions=("match_end", "round_score"),
        when={
            "match_end": ("reach-wins:N", "reach-loses:N", "reach-lowest-wins:N", "reach-out:N", "survival:N"),
            "round_score": ("none",),
        },
        because="no-score",
    ),
    Conflict(
        dimensions=("match_end", "round_score"),
        when={
            "match_end": ("reach-loses:N", "reach-lowest-wins:N", "reach-out:N", "survival:N"),
            "round_score": ("winner-takes", "flat:N"),
        },
        because="own-hand-needed",
    ),
    Conflict(
        dimensions=("match_end", "round_score"),
        when={"match_end": ("reach-wins:N",), "round_score": ("own-hand",)},
        because="worst-would-win",
    ),
    Conflict(
        dimensions=("wd_scope", "wd_policing", "batch"),
        when={"wd_scope": ("always",), "wd_policing": ("challenge",), "batch": ("same-value:N", "identical:N")},
        because="batch-hides-passed-on",
    ),
    Conflict(
        dimensions=("wd_scope", "wd_policing", "jump_in"),
        when={"wd_scope": ("always",), "wd_policing": ("challenge",), "jump_in": ("identical,turn-stays",)},
        because="challenge-meets-another",
    ),
    Conflict(
        dimensions=("hand_limit", "hand_size"),
        test="not-above",
        what="a limit that is not above the cards dealt",
        problem=_limit_not_above_hand,
        because="out-at-once",
    ),
    Conflict(
        dimensions=("exit_ban", "deck"),
        test="every-kind",
        what="every kind of card in the deck",
        problem=_every_kind_banned,
        because="no-last-card",
    ),
    Conflict(
        dimensions=("match_axes", "deck"),
        test="without-colour",
        what="no colour, unless the deck has only wilds",
        problem=_colour_does_not_match,
        because="colours-needed",
    ),
    Conflict(
        dimensions=("wild_on_wild", "deck"),
        when={"wild_on_wild": ("no",)},
        test="deck-only-wilds",
        what="a deck with only wilds",
        problem=_nothing_follows_a_wild,
        because="only-wilds",
    ),
    Conflict(
        dimensions=("jump_in",),
        test="own-card-unknown",
        what="jumping in not on your own card, with play going on where it was",
        problem=_whose_card_is_unknown,
        because="card-belongs-to-turn",
    ),
    Conflict(
        dimensions=("jump_in", "deck"),
        test="same-number-without-numbers",
        what="jumping in with the same number, but not with numbers",
        problem=_no_number_may_jump,
        because="numbers-cannot-jump",
    ),
    Conflict(
        dimensions=("start_action", "start_wild", "start_wild_draw", "deck"),
        when={"start_action": ("redraw",), "start_wild": ("redraw",), "start_wild_draw": ("redraw",)},
        test="deck-without-numbers",
        what="a deck without plain numbers",
        problem=_nothing_can_open,
        because="no-first-card",
    ),
    Conflict(
        dimensions=("dealer_pick", "deck"),
        when={"dealer_pick": ("highest-card",)},
        test="deck-counts-alike",
        what="a deck whose cards all count the same",
        problem=_all_count_the_same,
        because="no-highest-card",
    ),
    Conflict(
        dimensions=("number_effects", "deck"),
        test="number-with-effect",
        what="a number that already has an effect in the deck",
        problem=_number_has_an_effect,
        because="number-has-effect",
    ),
    Conflict(
        dimensions=("card_values", "deck"),
        test="not-in-deck",
        what="a card or rank that is not in the deck",
        problem=_value_of_no_card,
        because="no-such-card",
    ),
)

# ---------------------------------------------------------------- the number of players


def _wrong_number_of_players(rules: "Ruleset", seats: int) -> str | None:
    fewest, most = rules.seats
    if type(seats) is int and fewest <= seats <= most:
        return None
    return f"expected {fewest} to {most}"


def makes_pairs(seats: int) -> bool:
    """Return whether partners can play at a table with this many seats."""
    return seats % 2 == 0 and seats >= 4


def _no_pairs(rules: "Ruleset", seats: int) -> str | None:
    return None if makes_pairs(seats) else "partners need an even number, 4 or more"


def _too_few_cards(rules: "Ruleset", seats: int) -> str | None:
    most = (rules.deck.size - 2) // rules.hand_size
    if seats <= most:
        return None
    return f"with {rules.hand_size} cards each, a deck of {rules.deck.size} is enough for {most} seats"


TABLE_CONFLICTS = (
    Conflict(
        dimensions=("seats",),
        test="players-outside",
        what="fewer or more players than the rules allow",
        problem=_wrong_number_of_players,
        because="wrong-players",
    ),
    Conflict(
        dimensions=("teams",),
        when={"teams": ("partners",)},
        test="players-odd-or-under-4",
        what="an odd number of players, or fewer than 4",
        problem=_no_pairs,
        because="no-pairs",
    ),
    Conflict(
        dimensions=("hand_size", "deck"),
        test="too-few-cards",
        what="a deal that leaves fewer than two cards in the deck",
        problem=_too_few_cards,
        because="deck-too-small",
    ),
)

# ---------------------------------------------------------------- what makes no difference

_NO_CALL: When = {"uno_duty": ("none",)}
_NO_SKIPPING: When = {"skip_effect": ("play-again", "all")}
_NO_LOST_TURNS: When = {**_NO_SKIPPING, "reverse_effect": ("flip", "play-again")}
_NO_STACKING: When = {"answer_draw2": ("none",), "answer_wd": ("none",)}
_NO_DEFLECTING: When = {"deflect_draw2": ("none",), "deflect_wd": ("none",)}
_NO_JUMP: When = {"jump_in": ("off",)}
_PLAIN_DECK: When = {"deck": BUILT_IN_DECKS}  # in our decks no Skip takes two turns, and no card moves hands by itself
_ONE_TURN_AT_ONCE: When = {"batch": ("off",), "skip_total": ("last", "sum-cap:1", "cancel"), **_PLAIN_DECK}

IDLE = (  # if several apply to a dimension, the first is given as the reason
    Idle(name="uno_late_ok", when=_NO_CALL, because="no-call"),
    Idle(name="uno_window", when=_NO_CALL, because="no-call"),
    Idle(name="uno_penalty", when=_NO_CALL, because="no-call"),
    Idle(name="uno_unnoticed", when=_NO_CALL, because="no-call"),
    Idle(name="fined_turn", when={"fine_illegal": ("reject",)}, because="misfits-refused"),
    Idle(name="last_exchange", when={"number_effects": ("none",), **_PLAIN_DECK}, because="no-exchange"),
    Idle(
        name="first_seat",
        when={"first_seat": ("winner",), "match_end": ("single-round",)},
        because="one-round",
    ),
    Idle(name="last_card", when={"round_score": ("none", "flat:N")}, because="hands-not-scored"),
    Idle(name="card_values", when={"round_score": ("none",)}, because="hands-not-scored"),
    Idle(name="dealer_rotation", when={"match_end": ("single-round",)}, because="one-round"),
    Idle(name="dealer_rotation", when={"first_seat": ("winner",)}, because="dealer-before-winner"),
    Idle(name="start_exchange", when={"number_effects": ("none",), **_PLAIN_DECK}, because="no-exchange"),
    Idle(
        name="start_reverse",
        when={"start_action": ("inert", "colour-only", "redraw", "colour-no-wild")},
        because="first-reverse-idle",
    ),
    Idle(name="wd_policing", when={"wd_condition": ("none",)}, because="wild-draw-free"),
    Idle(name="challenge_terms", when={"wd_condition": ("none",)}, because="no-challenges"),
    Idle(name="challenge_terms", when={"wd_policing": ("engine",)}, because="no-challenges"),
    Idle(name="wd_scope", when={"wd_condition": ("none",)}, because="wild-draw-free"),
    Idle(
        name="wd_scope",
        when={
            "answer_draw2": ("none", "same-value", "identical"),
            "answer_wd": ("none", "draw2-called-colour"),
            "stack_passed_on": ("none", "same-colour"),
            "jump_in": ("off", "identical,not-wild-draw"),
        },
        because="wild-draws-on-turn",
    ),
    Idle(
        name="wd_scope",
        when={
            "answer_draw2": ("none", "same-value", "identical"),
            "answer_wd": ("none", "draw2-called-colour"),
            **_NO_DEFLECTING,
            "jump_in": ("off", "identical,not-wild-draw"),
        },
        because="wild-draws-on-turn",
    ),
    Idle(
        name="card_values",
        when={"round_score": ("flat:N",), "blocked_round": ("nobody-wins",)},
        because="hands-not-scored",
    ),
    Idle(name="answer_skip", when=_NO_SKIPPING, because="no-skips"),
    Idle(name="skip_total", when=_NO_SKIPPING, because="no-skips"),
    Idle(name="skip_reach", when=_NO_LOST_TURNS, because="no-skips"),
    Idle(
        name="skip_reach",
        when={"batch": ("off",), "answer_skip": ("none",), **_NO_JUMP, **_PLAIN_DECK},
        because="one-turn-at-once",
    ),
    Idle(name="skip_reach", when=_ONE_TURN_AT_ONCE, because="one-turn-at-once"),
    Idle(name="skip_total", when={"answer_skip": ("none",), **_NO_JUMP}, because="skips-apart"),
    Idle(
        name="draw_total",
        when={**_NO_STACKING, **_NO_JUMP, **_NO_DEFLECTING},
        because="draws-apart",
    ),
    Idle(
        name="draw_total",
        when={**_NO_STACKING, **_NO_JUMP, "stack_passed_on": ("none",)},
        because="draws-apart",
    ),
    Idle(name="stack_passed_on", when=_NO_DEFLECTING, because="no-deflecting"),
    Idle(name="draw_stops", when={"draw_size": ("1",)}, because="one-card-drawn"),
    Idle(name="draw_stops", when={"draw_size": ("until-playable",)}, because="drawn-until-fit"),
    Idle(name="skip_answerer", when=_NO_SKIPPING, because="no-skips"),
    Idle(name="skip_answerer", when={"answer_skip": ("none",)}, because="skips-not-passed-on"),
    Idle(name="skip_answerer", when=_ONE_TURN_AT_ONCE, because="one-turn-at-once"),
    Idle(
        name="answer_forced",
        when={**_NO_STACKING, **_NO_DEFLECTING, "answer_skip": ("none",)},
        because="no-stacking",
    ),
    Idle(name="answer_forced", when={**_NO_STACKING, **_NO_DEFLECTING, **_NO_SKIPPING}, because="no-stacking"),
)
