"""Check positions: every position that a round can reach is accepted, and most others are refused.

The pack need not be complete: cards that a position does not mention are not in the round.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from ..core.cards import card_of
from ..core.layout import Rules
from ..core.seats import one_side
from ..core.terms import (
    ASKS_ANSWER,
    ASKS_JUMP,
    BATCH,
    BY_CHALLENGE,
    COLOUR,
    COLOUR_FACE,
    DRAWN,
    HALF,
    JOIN,
    JUMP,
    KEEP,
    LAST,
    NO_CONDITION,
    NO_DUTY,
    NO_GATE,
    NONE,
    ON_HOLD,
    OVER,
    OWED,
    RANKS,
    SEAT,
    SKIPPED,
    SKIPS_LAST,
    SKIPS_SUM,
    START_COLOUR_NO_WILD,
    START_COLOUR_ONLY,
    SWAPS,
    TURN,
    WILD,
)
from ..errors import PositionError
from ..rules.conflicts import makes_pairs
from ..rules.ruleset import Ruleset
from .cards import UNKNOWN, format_card, format_cards, format_face, in_deck_order
from .positions import Asked, Hand, Position, in_place


def known_cards(position: Position) -> Iterator[int]:
    """Return every card that a position names, wherever it is."""
    yield position.top
    for hand in position.hands:
        yield from (card for card in hand.cards or () if card != UNKNOWN)
    yield from (card for card in (*position.stock, *position.discards) if card != UNKNOWN)


def has_card(words: list[int], card: int) -> bool:
    """Return whether a set of cards, in two words, contains a card."""
    return words[card // HALF] >> card % HALF & 1 == 1


def check_position(position: Position, ruleset: Ruleset, line: str) -> None:
    """Raise a PositionError that says what is impossible, where, and what would be right."""
    with in_place("cards", line):
        _check_cards(position, ruleset)
    with in_place("hands", line):
        _check_table(position, ruleset)
    for seat, hand in enumerate(position.hands):
        with in_place(f"hand of seat {seat}", line):
            _check_hand(position, seat, hand, ruleset.core_rules)
    with in_place("direction and turn", line):
        _check_seat(position, position.turn, "to act")
        if position.hands[position.turn].out and position.asked.phase != OVER:
            raise PositionError(f"seat {position.turn} is out of the round and cannot be asked to act")
    with in_place("top card", line):
        _check_top(position, ruleset)
    with in_place("pending", line):
        _check_asked(position, ruleset)


# ---------------------------------------------------------------- cards and seats


def _check_cards(position: Position, ruleset: Ruleset) -> None:
    deck = ruleset.deck
    has = Counter(deck.pack())
    used = Counter(known_cards(position))
    for card in in_deck_order(deck, used):
        if used[card] > has[card]:
            raise PositionError(f"{used[card]} {format_card(deck, card)}, but the deck {deck.name} has {has[card]}")
    total = len(position.stock) + len(position.discards) + 1
    total += sum(len(hand.cards or ()) for hand in position.hands)
    if total > deck.size:
        raise PositionError(f"{total} cards in all, but the deck {deck.name} has {deck.size}")


def _check_table(position: Position, ruleset: Ruleset) -> None:
    seats = len(position.hands)
    low, high = ruleset.seats
    if not low <= seats <= high:
        raise PositionError(f"{seats} hands, but {ruleset.id} is played by {low} to {high}")
    if ruleset.core_rules.teams and not makes_pairs(seats):
        raise PositionError(f"{seats} hands, but partners need an even number of seats, 4 or more")
    staying = sum(1 << seat for seat, hand in enumerate(position.hands) if not hand.out)
    if one_side(ruleset.core_rules, seats, staying) and position.asked.phase != OVER:
        raise PositionError("fewer than two sides are left, so the round is over; write the winner as $0")


def _check_seat(position: Position, seat: int, what: str) -> None:
    if seat >= len(position.hands):
        raise PositionError(f"there is no seat {seat} {what}; the seats are 0 to {len(position.hands) - 1}")


def _check_hand(position: Position, seat: int, hand: Hand, rules: Rules) -> None:
    over = position.asked.phase == OVER
    if hand.out:
        if hand.worth and over:
            raise PositionError(f"#{hand.worth}: write '#'; its points are counted when the round is over")
        return
    if hand.cards is None:
        raise PositionError("'~' hides the number of cards; write ?7 for seven unknown cards")
    exchanging = position.asked.phase == SEAT and rules.last_exchange
    if not hand.cards and not exchanging and not (over and position.asked.winners >> seat & 1):
        raise PositionError("an empty hand ends the round; write the winner as $0, or '#' for a seat that is out")
    if rules.hand_limit and len(hand.cards) >= rules.hand_limit and not over:
        raise PositionError(f"{len(hand.cards)} cards, but {rules.hand_limit} knock a player out (D43); write '#'")
    _check_marks(hand, len(hand.cards), over, rules)


def _check_marks(hand: Hand, held: int, over: bool, rules: Rules) -> None:
    if over and (hand.called or hand.owes or hand.wrong or hand.ready):
        raise PositionError("a hand cannot have the marks ! * % ^ once the round is over")
    if (hand.called or hand.owes) and rules.uno_duty == NO_DUTY:
        raise PositionError("the marks ! and * have no meaning where no call is due (D32)")
    if hand.called and hand.owes:
        raise PositionError("a hand has called (!) or owes a call (*), not both")
    if hand.called and held != 1:
        raise PositionError(f"'!' is the call for a single card, but there are {held} cards")
    if hand.owes and rules.uno_duty == ON_HOLD and held != 1:
        raise PositionError(f"'*' on {held} cards: a call is due only for a single card (D32)")
    if hand.owes == 2 and rules.uno_duty != ON_HOLD:
        raise PositionError("'**' is a call due without a card played, which only D32 on_hold has; write '*'")
    if hand.wrong and not (rules.fine_false_call or rules.blind_accusation):
        raise PositionError("'%' marks a wrong accusation, which these rules refuse (D37)")
    if hand.ready and rules.ready_gate == NO_GATE:
        raise PositionError("'^' waits for Ready, which these rules do not have (D39)")


def _check_top(position: Position, ruleset: Ruleset) -> None:
    rules = ruleset.core_rules
    text = format_card(ruleset.deck, position.top)
    if position.face == NONE and position.asked.phase not in (COLOUR, OVER):
        letter = ruleset.deck.colours[0][0]
        raise PositionError(f"{text} needs a colour; write {text}:{letter}, or ':' as pending if it is to be named")
    if position.face != NONE and position.asked.phase == COLOUR:
        raise PositionError(f"a colour is to be named, so the top card must be a wild without one, not {text}")
    if position.face >= COLOUR_FACE and not _counts_by_colour(position, rules):
        raise PositionError(f"'{text}.' counts by its colour alone, which only an opening action card does (D07)")


def _counts_by_colour(position: Position, rules: Rules) -> bool:
    return rules.start_action in (START_COLOUR_ONLY, START_COLOUR_NO_WILD) and has_card(rules.acting, position.top)


# ---------------------------------------------------------------- what the table waits for


def _check_asked(position: Position, ruleset: Ruleset) -> None:
    asked = position.asked
    if asked.laid_by != NONE:
        _check_seat(position, asked.laid_by, "that laid")
        if position.hands[asked.laid_by].out and asked.bluff != NONE:
            raise PositionError(f"seat {asked.laid_by} laid last, but is out of the round")
    if asked.phase not in (BATCH, OWED) and (asked.bluff != NONE or asked.under != NONE):
        raise PositionError("only cards owed (+4?1<r5@0) or an open batch (&1<r5) may go back")
    _CHECKS[asked.phase](position, ruleset)
    _check_under_lay(position, ruleset)


def _check_turn(position: Position, ruleset: Ruleset) -> None:
    asked, rules = position.asked, ruleset.core_rules
    if asked.passes and asked.passes >= len(position.hands):
        raise PositionError(f"={asked.passes}: as many passes as there are seats end the round (I-54)")
    if asked.passes and position.stock:
        raise PositionError(f"={asked.passes}: passes are counted only while there is nothing to draw (I-54)")
    if asked.pending:
        _check_kept_skip(position, rules)
        _check_turns_owed(asked, rules, position.top)


def _check_kept_skip(position: Position, rules: Rules) -> None:
    """Check lost turns that a jump-in could still move on (A5-4)."""
    if rules.skip_total == SKIPS_LAST or not any(rules.allow[JUMP][position.face]):
        raise PositionError(f"-{position.asked.pending}: nobody may answer a Skip here, so its turns are lost at once")
    if position.asked.laid_by == NONE:
        raise PositionError(f"-{position.asked.pending} waits for a jump-in; add who laid the Skip, such as @0")


def _check_turns_owed(asked: Asked, rules: Rules, top: int) -> None:
    most = rules.skip_cap if rules.skip_total == SKIPS_SUM else rules.batch * rules.skips[top]
    if most and asked.pending > most:
        raise PositionError(f"-{asked.pending}: at most {most} turns can be owed (D29)")


def _check_drawn(position: Position, ruleset: Ruleset) -> None:
    drawn = position.asked.drawn
    if ruleset.core_rules.drawn_card == KEEP:
        raise PositionError("a drawn card is always kept here (D15); write '-'")
    hand = position.hands[position.turn].cards or ()
    if drawn != UNKNOWN and drawn not in hand and UNKNOWN not in hand:
        text = format_card(ruleset.deck, drawn)
        raise PositionError(f"{text} was just drawn, but is not in the hand of seat {position.turn}")


def _check_batch(position: Position, ruleset: Ruleset) -> None:
    asked, rules = position.asked, ruleset.core_rules
    if not 1 <= asked.batch < rules.batch:
        allowed = f"&1 to &{rules.batch - 1} can be open" if rules.batch > 1 else "no batch can be open"
        raise PositionError(f"&{asked.batch}: {allowed} under {ruleset.id} (D12)")
    if asked.laid_by != position.turn:
        raise PositionError(f"seat {asked.laid_by} cannot have an open batch in the turn of seat {position.turn}")
    if asked.calling and rules.uno_duty == NO_DUTY:
        raise PositionError("'!' after a batch: no call is due under these rules (D32)")
    held = len(position.hands[position.turn].cards or ())
    if asked.calling and not rules.fine_false_call and held != 1:
        raise PositionError(f"'!' after a batch: a call that leaves {held} cards is refused under these rules (I-64)")
    if asked.pending and rules.skips[position.top]:
        _check_turns_owed(asked, rules, position.top)
    if asked.bluff != NONE:
        _check_doubt(position, ruleset)
    elif (asked.under != NONE) != (rules.fine_illegal != NONE):
        what = "add the face under it, such as <r5" if asked.under == NONE else "leave out '<' and the face"
        raise PositionError(f"an open batch may go back only if a bad lay is fined (D36): {what}")


def _check_owed(position: Position, ruleset: Ruleset) -> None:
    asked, rules, top = position.asked, ruleset.core_rules, position.top
    text = format_card(ruleset.deck, top)
    each = rules.draws[top]
    if each == 0:  # sent on by a Reverse or a Skip
        return
    if asked.pending < each:
        raise PositionError(f"+{asked.pending}: {text} draws {each}")
    if rules.draw_total == LAST and (asked.pending % each or asked.pending > each * rules.batch):
        raise PositionError(f"+{asked.pending}: draws do not add up (D28), and each {text} draws {each}")
    if asked.bluff != NONE:
        _check_doubt(position, ruleset)
        return
    if asked.under != NONE:
        raise PositionError("a card that cannot be challenged does not go back; leave out '<' and the face")
    rights = ASKS_ANSWER if asked.laid_by == NONE else ASKS_ANSWER | ASKS_JUMP
    if not rules.asks[top] & rights and not _was_doubtful(position, rules):
        raise PositionError(
            f"+{asked.pending}: nobody can respond to {text} here, so the cards are drawn at once; "
            f"if it may be challenged, say so, as in +{asked.pending}?<r5@0"
        )


def _was_doubtful(position: Position, rules: Rules) -> bool:
    """Return whether a target may be asked only because of a challenge that can no longer be made.

    Another player has made it and failed (D24 by any), or the player who laid is out (D43, I-88).
    """
    laid = position.asked.laid_by
    return _guarded(rules, position.top) and (rules.challenge_any == 1 or (laid != NONE and position.hands[laid].out))


def _check_doubt(position: Position, ruleset: Ruleset) -> None:
    asked, rules = position.asked, ruleset.core_rules
    if not _guarded(rules, position.top):
        text = format_card(ruleset.deck, position.top)
        raise PositionError(f"'?': {text} cannot be challenged under {ruleset.id} (D22, D23)")
    if asked.laid_by == NONE:
        raise PositionError("'?' needs the seat that laid the card that may be challenged; add it, such as @0")


def _guarded(rules: Rules, card: int) -> bool:
    """Return whether a lay of this card on a turn can be challenged."""
    if rules.wd_condition == NO_CONDITION or rules.wd_policing != BY_CHALLENGE:
        return False
    return card >= WILD and rules.guarded >> card - HALF & 1 == 1


def _check_skipped(position: Position, ruleset: Ruleset) -> None:
    _check_turns_owed(position.asked, ruleset.core_rules, position.top)


def _check_choice(position: Position, ruleset: Ruleset) -> None:
    rules = ruleset.core_rules
    if not rules.does[position.top] & SWAPS:
        text = format_card(ruleset.deck, position.top)
        raise PositionError(f"'>': {text} on top does not ask for a seat under {ruleset.id} (D21)")
    if position.asked.laid_by == NONE and not rules.start_exchange:
        raise PositionError("'>@-': the first card moves no hands under these rules (D57); write '>'")
    if position.asked.batch > rules.batch:
        raise PositionError(f">{position.asked.batch}: one lay has at most {rules.batch} cards (D12)")
    if position.asked.laid_by not in (NONE, position.turn) and not rules.jump_stays:
        raise PositionError(f"'>@{position.asked.laid_by}': who played the card chooses the seat; leave out '@' (D31)")


def _check_over(position: Position, ruleset: Ruleset) -> None:
    if not position.asked.winners and not ruleset.core_rules.blocked_round:
        raise PositionError("'$-' is a round nobody won, which these rules do not have (D55); write the winner as $0")
    _check_seat(position, position.asked.winners.bit_length() - 1, "that could have won")


def _check_nothing(position: Position, ruleset: Ruleset) -> None:
    """Check nothing: a colour to be named needs only the top card."""


_CHECKS: dict[int, Callable[[Position, Ruleset], None]] = {
    TURN: _check_turn,
    DRAWN: _check_drawn,
    BATCH: _check_batch,
    OWED: _check_owed,
    SKIPPED: _check_skipped,
    COLOUR: _check_nothing,
    SEAT: _check_choice,
    OVER: _check_over,
}


# ---------------------------------------------------------------- what lies under a lay that may go back


def under_lay(position: Position, ruleset: Ruleset) -> list[set[int]]:
    """Return the possible cards of each discard that a lay may uncover by going back, newest first (D16, D24, D36)."""
    asked, rules = position.asked, ruleset.core_rules
    if asked.under == NONE:
        return []
    if asked.phase == BATCH:
        size = asked.batch
    else:
        each = 1 if rules.batch == 1 else asked.pending // rules.draws[position.top]
        size = each if rules.card_returns else 0
    if size == 0:
        return []
    joining = {card for card in ruleset.deck.text if has_card(rules.allow[JOIN][position.face], card)}
    return [joining | {position.top}] * (size - 1) + [_cards_of(asked.under, ruleset)]


def _cards_of(face: int, ruleset: Ruleset) -> set[int]:
    """Return the cards that can be there with this face."""
    if face < COLOUR_FACE:
        return {card_of(face)}
    row = face - COLOUR_FACE
    return {card for card in ruleset.deck.text if card // RANKS == row and has_card(ruleset.core_rules.acting, card)}


def _check_under_lay(position: Position, ruleset: Ruleset) -> None:
    wanted = under_lay(position, ruleset)
    if len(position.discards) < len(wanted):
        face = format_face(ruleset.deck, position.asked.under)
        raise PositionError(f"the lay may go back to {face}, so the discards need {len(wanted)} or more cards")
    for place, fitting in enumerate(wanted):
        card = position.discards[place]
        if card != UNKNOWN and card not in fitting:
            text, allowed = format_card(ruleset.deck, card), format_cards(ruleset.deck, sorted(fitting))
            raise PositionError(f"the lay may go back, so discard {place + 1} must be one of {allowed}, not {text}")
