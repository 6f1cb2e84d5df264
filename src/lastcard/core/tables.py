"""Fill a `Rules` record from a rule set: turn the dimensions into tables and numbers."""

from collections.abc import Callable
from typing import Any

from .cards import card_of, colour_of
from .layout import Rules
from .terms import (
    AGAIN, ANSWER, ASKS_ANSWER, ASKS_JUMP, COLOUR_FACE, DEFLECT, FACES, FIT, HALF, JOIN, JUMP, MAY_KEEP, NONE, RANKS,
    REVERSES, ROTATES, SWAPS, TURN_LIMIT, TYPES, WILD, AnswerDraw, AnswerSkip, AnswerWildDraw, Axis, BatchMode,
    CountInfo, DealerRotation, FirstSeat, Kind, NumberEffect, SkipEffect, StackPassedOn, StartAction, WildDrawCondition,
)  # fmt: skip

# A `lastcard.rules.Ruleset` and a card of its deck; the core may not import their types.
Source = Any
Card = Any
May = Callable[[Card, int, Card], bool]  # (top card, its colour, card to lay)


def fill(r: Rules, rules: Source) -> None:
    """Fill a new record from a rule set."""
    _fill_pack(r, rules)
    _fill_effects(r, rules)
    _fill_sets(r, rules)
    _fill_allow(r, rules)
    _fill_flow(r, rules)
    _fill_responses(r, rules)
    _fill_conduct(r, rules)
    _fill_ending(r, rules)


def _put(cards: list[int], card: int) -> None:
    """Add a card to a set."""
    cards[card // HALF] |= 1 << card % HALF


# ---------------------------------------------------------------- cards


def _fill_pack(r: Rules, rules: Source) -> None:
    values = dict(rules.card_values)
    for card in rules.deck.cards:
        own = card.points if card.wild else values.get(card.rank, card.points)
        r.points[card.code] = values.get(card.text, own)
        r.number[card.code] = card.number or 0
    for card in range(TYPES):
        r.row[card] = card // RANKS
        r.wild[card] = int(card >= WILD)
    for face in range(FACES):
        r.face_card[face] = card_of(face) if face < COLOUR_FACE else NONE
        r.face_colour[face] = colour_of(face)
    pack = rules.deck.pack()
    r.n_pack = len(pack)
    r.colours = len(rules.deck.colours)
    r.pack[: len(pack)] = pack


def _fill_effects(r: Rules, rules: Source) -> None:
    skipping = rules.skip_effect is SkipEffect.NEXT
    numbers = dict(rules.number_effects)
    for card in rules.deck.cards:
        number_effect = numbers.get(card.number)
        r.draws[card.code] = card.draws
        r.skips[card.code] = card.skips if skipping else 0
        if card.reverses:
            r.does[card.code] |= REVERSES
        if card.again or (card.skips and not skipping):
            r.does[card.code] |= AGAIN
        if card.swaps or number_effect in (NumberEffect.SWAP_CHOICE, NumberEffect.MAY_SWAP):
            r.does[card.code] |= SWAPS
        if number_effect is NumberEffect.MAY_SWAP:
            r.does[card.code] |= MAY_KEEP
        if card.rotates or number_effect is NumberEffect.ROTATE:
            r.does[card.code] |= ROTATES


def _fill_sets(r: Rules, rules: Source) -> None:
    for card in rules.deck.cards:
        if not card.wild:
            _put(r.suit[card.row], card.code)
            r.suit_size[card.row] += rules.deck.count(card)
            if card.kind is not Kind.NUMBER:
                _put(r.acting, card.code)
        elif card.draws and rules.wd_condition is not WildDrawCondition.NONE:
            r.guarded |= 1 << card.code - HALF
        if card.kind in rules.exit_ban:
            _put(r.banned, card.code)


# ---------------------------------------------------------------- which cards may be laid on which


def _never(top: Card, colour: int, card: Card) -> bool:
    return False


def _same_value(top: Card, colour: int, card: Card) -> bool:
    return bool(card.wild == top.wild and card.rank == top.rank)


def _identical(top: Card, colour: int, card: Card) -> bool:
    return bool(card.code == top.code)


def _identical_or_same_number(top: Card, colour: int, card: Card) -> bool:
    return _identical(top, colour, card) or (card.number is not None and _same_value(top, colour, card))


def _same_or_higher(top: Card, colour: int, card: Card) -> bool:
    return bool(card.draws >= top.draws)


def _any_draw(top: Card, colour: int, card: Card) -> bool:
    return bool(card.draws)


def _draw_in_called_colour(top: Card, colour: int, card: Card) -> bool:
    return bool(card.draws and card.row == colour)


_TO_BATCH: dict[BatchMode, May] = {
    BatchMode.OFF: _never,
    BatchMode.SAME_VALUE: _same_value,
    BatchMode.IDENTICAL: _identical,
}
_TO_SKIP: dict[AnswerSkip, May] = {
    AnswerSkip.NONE: _never,
    AnswerSkip.SAME_VALUE: _same_value,
    AnswerSkip.IDENTICAL: _identical,
}
_TO_DRAW: dict[AnswerDraw, May] = {
    AnswerDraw.NONE: _never,
    AnswerDraw.SAME_VALUE: _same_value,
    AnswerDraw.SAME_OR_HIGHER: _same_or_higher,
    AnswerDraw.ANY_DRAW: _any_draw,
    AnswerDraw.IDENTICAL: _identical,
}
_TO_WILD_DRAW: dict[AnswerWildDraw, May] = {
    AnswerWildDraw.NONE: _never,
    AnswerWildDraw.SAME_VALUE: _same_value,
    AnswerWildDraw.SAME_OR_HIGHER: _same_or_higher,
    AnswerWildDraw.ANY_DRAW: _any_draw,
    AnswerWildDraw.DRAW2_CALLED_COLOUR: _draw_in_called_colour,
}
_TO_PASSED_ON: dict[StackPassedOn, May] = {
    StackPassedOn.NONE: _never,
    StackPassedOn.SAME_COLOUR: _draw_in_called_colour,
    StackPassedOn.ANY_DRAW: _any_draw,
}


def _fit(rules: Source) -> May:
    """Return the test for a lay in turn (D11, D61).

    A wild has no number or symbol, so only its named colour can match.
    """
    axes = rules.match_axes

    def may(top: Card, colour: int, card: Card) -> bool:
        if card.wild:
            return bool(rules.wild_on_wild or top.kind is not Kind.WILD)
        if card.row == colour and Axis.COLOUR in axes:
            return True
        axis = Axis.SYMBOL if card.number is None else Axis.NUMBER
        return axis in axes and _same_value(top, colour, card)

    return may


def _answer(rules: Source, top: Card) -> May:
    """Return the test for answers to the effect of a card (D25 to D27, D50, D51)."""
    if top.draws:
        may = _TO_WILD_DRAW[rules.answer_wd] if top.wild else _TO_DRAW[rules.answer_draw2]
        kinds = rules.deflect_wd if top.wild else rules.deflect_draw2
        return _or_deflect(kinds, may) if kinds else may
    if top.skips and rules.skip_effect is SkipEffect.NEXT:
        return _TO_SKIP[rules.answer_skip]
    return _never


def _or_deflect(kinds: frozenset[Kind], other: May) -> May:
    """Return a test that also accepts cards of these kinds in the active colour."""

    def may(top: Card, colour: int, card: Card) -> bool:
        return (card.kind in kinds and card.row == colour) or other(top, colour, card)

    return may


def _deflect(rules: Source, top: Card) -> May:
    """Return the test for answers to a draw that was passed on: passing it on by colour or symbol, or a draw (D58)."""
    kinds = rules.deflect_draw2 | rules.deflect_wd
    if top.kind not in kinds:
        return _never
    stack = _TO_PASSED_ON[rules.stack_passed_on]

    def may(top: Card, colour: int, card: Card) -> bool:
        on = card.kind in kinds and (card.row == colour or _same_value(top, colour, card))
        return on or stack(top, colour, card)

    return may


def _jump(rules: Source, top: Card) -> May:
    """Return the test for jump-ins on a card (D31)."""
    jump = rules.jump_in
    if jump is None or top.kind in jump.excepting:
        return _never
    same = _identical_or_same_number if jump.same_number else _identical
    return lambda top, colour, card: card.kind not in jump.excepting and same(top, colour, card)


def _rights(top: Card, answer: May, jump: May) -> int:
    """Return who is asked about the effect of a card; a Skip that nobody may answer asks nobody (A5-4)."""
    rights = 0
    if answer is not _never:
        rights |= ASKS_ANSWER
    if top.draws and jump is not _never:
        rights |= ASKS_JUMP
    return rights


def _faces(rules: Source, top: Card) -> list[tuple[int, int]]:
    """Return the faces a card may show, each with its colour."""
    if not top.wild:
        return [(top.code, top.row)]
    return [(top.code + colour * RANKS, colour) for colour in range(len(rules.deck.colours))]


def _fill_allow(r: Rules, rules: Source) -> None:
    fit, join = _fit(rules), _TO_BATCH[rules.batch.mode]
    for top in rules.deck.cards:
        answer, jump = _answer(rules, top), _jump(rules, top)
        r.asks[top.code] = _rights(top, answer, jump)
        for face, colour in _faces(rules, top):
            tables = ((FIT, fit), (ANSWER, answer), (JOIN, join), (JUMP, jump), (DEFLECT, _deflect(rules, top)))
            for stance, may in tables:
                for card in rules.deck.cards:
                    if may(top, colour, card):
                        _put(r.allow[stance][face], card.code)

    # An opening card that counts by its colour alone, whatever D11 says (I-47); it cannot be answered or joined.
    wilds = rules.start_action is not StartAction.COLOUR_NO_WILD  # I-47
    for colour in range(len(rules.deck.colours)):
        for card in rules.deck.cards:
            if card.row == colour or (card.wild and wilds):
                _put(r.allow[FIT][COLOUR_FACE + colour], card.code)


# ---------------------------------------------------------------- numbers


def _fill_flow(r: Rules, rules: Source) -> None:
    """Fill in how a turn goes: D03, D06 to D10, D12 to D16, D18 to D20, D49, D59, D57."""
    r.hand_size = rules.hand_size
    r.first_seat = int(rules.first_seat)
    r.start_action = int(rules.start_action)
    r.start_reverse = int(rules.start_reverse)
    r.start_wild = int(rules.start_wild)
    r.start_wild_draw = int(rules.start_wild_draw)
    r.start_exchange = int(rules.start_exchange)
    r.batch = rules.batch.n
    r.draw_size = rules.draw_size or 0
    r.draw_stops = int(rules.draw_stops or rules.draw_size is None)
    r.draw_voluntary = int(rules.draw_voluntary)
    r.drawn_card = int(rules.drawn_card)
    r.pile_out = int(rules.pile_out)
    r.reverse_effect = int(rules.reverse_effect)
    r.reverse_heads_up = int(rules.reverse_heads_up)
    r.draw_forfeits = int(rules.draw_forfeits_turn)
    r.skip_reach = int(rules.skip_reach)


def _fill_responses(r: Rules, rules: Source) -> None:
    """Fill in challenges and responses: D22 to D24, D28 to D31, D56, D60."""
    terms = rules.challenge_terms
    r.wd_condition = int(rules.wd_condition)
    r.wd_policing = int(rules.wd_policing)
    r.wd_scope = int(rules.wd_scope)
    r.guilty_draws = terms.guilty_draws
    r.challenge_extra = terms.extra
    r.card_returns = terms.card.value
    r.challenge_any = terms.by.value
    r.draw_total = int(rules.draw_total)
    r.skip_total = int(rules.skip_total.total)
    r.skip_cap = rules.skip_total.cap
    r.skip_answerer = int(rules.skip_answerer)
    r.answer_forced = int(rules.answer_forced)
    if rules.jump_in is not None:
        r.jump_in = 1
        r.jump_on_start = int(rules.jump_in.on_start)
        r.jump_may_win = int(rules.jump_in.may_win)
        r.jump_own = int(not rules.jump_in.others_only)
        r.jump_stays = int(rules.jump_in.turn_stays)


def _fill_conduct(r: Rules, rules: Source) -> None:
    """Fill in the call and conduct: D32 to D37, D39, D40, D52, D53."""
    r.uno_duty = int(rules.uno_duty)
    r.uno_late_ok = int(rules.uno_late_ok)
    r.uno_window = int(rules.uno_window)
    r.uno_penalty = rules.uno_penalty
    r.fine_illegal = NONE if rules.fine_illegal is None else rules.fine_illegal
    r.fine_false_call = rules.fine_false_call
    r.blind_accusation = int(rules.count_info is CountInfo.HIDDEN)
    r.ready_gate = int(rules.ready_gate)
    r.uno_unnoticed = int(rules.uno_unnoticed)
    r.fined_turn = int(rules.fined_turn)


def _fill_ending(r: Rules, rules: Source) -> None:
    """Fill in how rounds and matches end (D41, D43, D44, D46, D47, D54, D55) and who deals (D04, D05)."""
    r.last_card = int(rules.last_card)
    r.hand_limit = 0 if rules.hand_limit is None else rules.hand_limit.n
    r.round_score = int(rules.round_score.kind)
    r.flat = rules.round_score.flat
    r.teams = int(rules.teams)
    r.last_exchange = int(rules.last_exchange)
    r.blocked_round = int(rules.blocked_round)
    r.turn_limit = TURN_LIMIT
    r.match_end = int(rules.match_end.kind)
    r.target = rules.match_end.n
    r.dealer_pick = int(rules.dealer_pick)
    winner_starts = rules.first_seat is FirstSeat.WINNER  # so the seat before the winner deals, whatever D05 says
    r.dealer_rotation = int(DealerRotation.CLOCKWISE if winner_starts else rules.dealer_rotation)
