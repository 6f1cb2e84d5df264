"""Cards, actions and positions as text: every form round-trips, and every error says what is wrong and where."""

from random import Random

import pytest

from lastcard.core.deal import deal, seed
from lastcard.core.layout import State
from lastcard.core.legal import fouls, legal
from lastcard.core.records import fields
from lastcard.core.step import apply
from lastcard.core.terms import (
    ACTIONS,
    BATCH,
    CALL,
    CALLING,
    CARDS,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLOUR,
    DONE,
    DRAW,
    DRAWN,
    HALF,
    NAME,
    NONE,
    OVER,
    OWED,
    PASS,
    RANKS,
    READY,
    SEAT,
    SHOUT,
    SKIPPED,
    TAKE,
    TURN,
    TYPES,
    VERBS,
    WILD,
)
from lastcard.errors import NotationError, PositionError, RulesetError
from lastcard.notation import (
    UNKNOWN,
    Hand,
    Position,
    format_action,
    format_actions,
    format_card,
    format_cards,
    format_face,
    format_position,
    in_deck_order,
    matches,
    parse_action,
    parse_card,
    parse_cards,
    parse_face,
    parse_move,
    parse_position,
    read_position,
    write_position,
)
from lastcard.rules import Ruleset
from strategies import random_ruleset, seat_counts

OFFICIAL = Ruleset.from_id("official")
DECK = OFFICIAL.deck
R5, G_SKIP, B_REVERSE, Y_DRAW2, W, W4 = 5, RANKS + 10, 2 * RANKS + 11, 3 * RANKS + 12, WILD, WILD + 1
W_GREEN, W4_GREEN = WILD + RANKS, WILD + RANKS + 1


# ---------------------------------------------------------------- cards


def test_cards_are_colour_and_rank() -> None:
    texts = ["r5", "gS", "bR", "y+2", "w", "w+4"]
    assert [parse_card(DECK, text) for text in texts] == [R5, G_SKIP, B_REVERSE, Y_DRAW2, W, W4]
    assert [format_card(DECK, parse_card(DECK, text)) for text in texts] == texts
    assert format_card(DECK, UNKNOWN) == "?"


def test_lists_need_no_separators() -> None:
    assert parse_cards(DECK, "r5gSw+4wy+2") == [R5, G_SKIP, W4, W, Y_DRAW2]
    assert format_cards(DECK, [R5, G_SKIP, W4, W, Y_DRAW2]) == "r5gSw+4wy+2"
    assert parse_cards(DECK, "-") == []
    assert format_cards(DECK, []) == "-"


def test_unknown_cards_are_counted() -> None:
    assert parse_cards(DECK, "r5?w?3", unknown=True) == [R5, UNKNOWN, W, UNKNOWN, UNKNOWN, UNKNOWN]
    assert format_cards(DECK, [R5, UNKNOWN, W, UNKNOWN, UNKNOWN, UNKNOWN]) == "r5?w?3"


def test_a_hand_is_written_in_the_order_of_the_deck() -> None:
    cards = parse_cards(DECK, "w+4?y0gSr5wr0?", unknown=True)
    assert format_cards(DECK, in_deck_order(DECK, cards)) == "r0r5gSy0ww+4?2"


def test_faces() -> None:
    for text, face in {"r5": R5, "w:g": W_GREEN, "w+4:g": W4_GREEN, "r.": 8 * RANKS, "y.": 8 * RANKS + 3}.items():
        assert parse_face(DECK, text) == face
        assert format_face(DECK, face) == text
    assert parse_face(DECK, "gS.") == 8 * RANKS + 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no cards given"),
        ("r5x7", "'x7' at character 3 of 'r5x7' is not a card of the deck mattel108"),
        ("r5 g5", "no card begins with ' ' at character 3"),
        ("r10", "'r10' at character 1"),
        ("R5", "no card begins with 'R'"),
        ("r5?2", "unknown cards ('?2') are not allowed in 'r5?2'"),
        ("?0", "unknown cards"),
    ],
)
def test_bad_cards(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_cards(DECK, text)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("w", "'w' needs a colour; write w:r"),
        ("r5:g", "'r5' is not a wild"),
        ("w:x", "'x' is not a colour of the deck mattel108; it has r g b y"),
        ("w:", "'' is not a colour"),
        ("w.", "'w' is not a colour"),
        ("w+4.", "only a coloured card"),
        ("q5", "'q5' is not a card"),
    ],
)
def test_bad_faces(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_face(DECK, text)
    assert says in str(error.value)


# ---------------------------------------------------------------- actions

R7, G7, B7 = 7, RANKS + 7, 2 * RANKS + 7
ACTION_TEXTS = {
    "r5": [R5, DONE],
    "r5!": [R5 | CALLING, DONE],
    "w:g": [W_GREEN, DONE],
    "w+4:g!": [W4_GREEN | CALLING, DONE],
    "r7>2": [R7, DONE, CHOOSE + 2],
    "r7>2!": [R7 | CALLING, DONE, CHOOSE + 2],
    "r7g7b7": [R7, G7, B7, DONE],
    "r7g7>2>3": [R7, G7, DONE, CHOOSE + 2, CHOOSE + 3],
    "ww:g!": [W_GREEN, W_GREEN | CALLING, DONE],
    "r7&": [R7],
    "r7g7&!": [R7, G7 | CALLING],
    "w:g&": [W_GREEN],
    "draw": [DRAW],
    "pass": [PASS],
    "take": [TAKE],
    "challenge": [CHALLENGE],
    "call": [CALL],
    "ready": [READY],
    "done": [DONE],
    "catch 9": [CATCH + 9],
    ":y": [NAME + 3],
    ">0": [CHOOSE],
}


@pytest.mark.parametrize("text", ACTION_TEXTS)
def test_actions_round_trip(text: str) -> None:
    assert parse_action(DECK, text) == ACTION_TEXTS[text]
    assert format_actions(DECK, ACTION_TEXTS[text]) == text


def test_every_action_of_the_core_has_a_text() -> None:
    faces = [*DECK.text, *(card + colour * RANKS for card in (W, W4) for colour in range(1, 4))]
    verbs = [action for action in range(VERBS, ACTIONS) if action != SHOUT]
    for action in [*faces, *(face | CALLING for face in faces), *verbs]:
        assert parse_action(DECK, format_action(DECK, action))[0] == action


def test_numbers_that_are_not_actions_have_no_text() -> None:
    for action in (SHOUT, ACTIONS, VERBS + CALLING):
        with pytest.raises(NotationError, match="is not an action"):
            format_action(DECK, action)
    for actions in ([DRAW, PASS], [R5, DONE, DRAW], [DONE, R5], [R5 | CALLING, R5, DONE], []):
        with pytest.raises(NotationError, match="is not one"):
            format_actions(DECK, actions)


def test_a_move_may_start_with_its_seat() -> None:
    assert parse_move(DECK, "2 catch 0") == (2, [CATCH])
    assert parse_move(DECK, " 3  r5 ") == (3, [R5, DONE])
    assert parse_move(DECK, "catch 0") == (None, [CATCH])
    assert parse_move(DECK, "r5") == (None, [R5, DONE])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not an action; actions are cards to play such as r5"),
        ("-", "'-' is not an action"),
        ("play", "'p' at character 1 of 'play'"),
        ("Draw", "'Draw' is not an action"),
        ("w", "plays a wild without a colour; add :r|g|b|y"),
        ("ww+4", "plays a wild without a colour"),
        ("r5:g", "names a colour, but does not play a wild"),
        ("w:x", "'x' is not a colour"),
        ("w:", "'' is not a colour"),
        (":", "'' is not a colour"),
        (">", "needs a seat (one digit, 0 to 9), not ''"),
        (">12", ", not '12'"),
        ("r7>", "action 'r7>' needs a seat"),
        ("r7>x", ", not 'x'"),
        ("r7>2&", "chooses a seat while its batch is open"),
        ("r7!&", "'r7!&' is not an action"),
        ("r7>2:g", ", not '2:g'"),
        ("catch", "action 'catch' needs a seat"),
        ("catch x", ", not 'x'"),
        ("r5?", "unknown cards"),
        ("12 r5", ", not '12'"),
        ("1 ", "action"),
    ],
)
def test_bad_actions(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(DECK, text)
    assert says in str(error.value)


# ---------------------------------------------------------------- positions, one of every form

POSITIONS = {
    "an ordinary turn": ("r5b5/g5y1 r1 >0 - b1b2b3b4|- official", TURN),
    "counter-clockwise": ("r5/g5/y1 r1 <2 - b1|- official", TURN),
    "an open interval": ("g5y1/b5* r5 >0 @1 b1b2b3b4|r1 official", TURN),
    "a call": ("g5y1/b5! r5 >0 @1 b1|r1 official", TURN),
    "a duty by holding": ("g5y1/b5** r5 >0 - b1|r1 rules-md+uno-duty=on-hold", TURN),
    "accused in vain": ("g5y1%/b5b6 r5 >0 @1 b1|r1 rules-site+fines", TURN),
    "waiting for ready": ("g5y1/b5b6^ r5 >0 - b1|r1 rules-site", TURN),
    "all marks": ("g5y1/b5*%^/b4 r5 >0 @1 b1|r1 rules-site+fines", TURN),
    "a seat not in the round": ("g5/#/b5 r5 >0 - b1|r1 official", TURN),
    "a hand knocked out": ("g5/#135/b5 r5 >0 - b1|r1 official+hand-limit=25:aside", TURN),
    "passes": ("r5/g5/b5 y1 >1 =2 -|- official", TURN),
    "a Skip kept for a jump-in": ("r5/g5/b5 yS >2 -1@0 b1|r1 official+skip-total=sum+jump-in", TURN),
    "an opening by colour": ("r5/g5 rS. >0 - b1|- console", TURN),
    "a wild with its colour": ("r5/g5 w:g >0 - b1|r1 official", TURN),
    "just drawn": ("r5g7/g5 r1 >0 g7 b1|- official", DRAWN),
    "a draw to answer": ("r5/g5 y+2 >1 +4@0 b1|r1 official+stack", OWED),
    "a start card to answer": ("r5/g5 y+2 >1 +2 b1|- rules-site", OWED),
    "a bluff": ("r8g2/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official", OWED),
    "an honest draw on a wild": ("g2/b1y+2 w+4:g >1 +4?0<w:r@0 b1|w official", OWED),
    "a batch to challenge": ("g2/b1 w+4:g >1 +8?0<r1@0 b1|w+4r1 official+batch=same-value:3", OWED),
    "doubt on an opening by colour": ("g2/b1 w+4:g >1 +4?0<r.@0 b1|rS official+start-action=colour-only", OWED),
    "a Skip to answer": ("r5/g5/b5 yS >1 -1@0 b1|r1 rules-site", SKIPPED),
    "turns owed": ("r5/g5/b5 yS >1 -3@0 b1|r1 juno-serious", SKIPPED),
    "a batch": ("r5b7/g5 g7 >0 &1 b1|r1 juno-serious", BATCH),
    "a batch with a call": ("r5/g5 g7 >0 &2! b1|r7r1 juno-serious", BATCH),
    "a batch that answers draws": ("r5/g5 y+2 >0 +4&1 b1|r+2 juno-serious", BATCH),
    "a batch that answers Skips": ("r5/g5 yS >0 -1&2 b1|rSbS juno-serious", BATCH),
    "a batch that may go back": ("r5b7/g5 g7 >0 &2<r1 b1|b7r1 juno-serious+fine-illegal=2", BATCH),
    "a batch in doubt": ("g5b7/g5 w+4:b >0 &1?0<r1 b1|r1 official+batch=same-value:3", BATCH),
    "a colour to name": ("r5/g5 w >0 : b1|- official", COLOUR),
    "a colour to name, jump-ins open": ("r5/g5/y1/b2 w >0 :@3 b1|- official+jump-in=identical,on-start", COLOUR),
    "a seat to choose": ("r5/g5/b5 r7 >0 > b1|r1 juno-seven0", SEAT),
    "two seats to choose": ("r5/g5/b5 r7 >0 >2 b1|g7r1 juno-seven0+batch=same-value:3", SEAT),
    "over": ("-/g5/b5 r7 >0 $0 b1|r1 official", OVER),
    "over, won by two": ("r5/g5/b7 r7 >0 $01 -|- official", OVER),
    "over, all others out": ("r5/#/# r7 >1 $0 -|- official+hand-limit=25:aside", OVER),
    "ten seats": ("r1/r2/r3/r4/r5/r6/r7/r8/r9/g1 g2 >9 - b1|- official", TURN),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_round_trip(name: str) -> None:
    line, phase = POSITIONS[name]
    s, ruleset = read_position(line)
    assert s.phase == phase
    assert write_position(s, ruleset) == line
    assert matches(line, s, ruleset) is None


def test_written_as_read() -> None:
    line = "r5gSw+4/?7/b1! w+4:g >0 - 71|12 official"
    position, ruleset = parse_position(line)
    assert format_position(position, ruleset) == line
    assert format_position(position, ruleset, with_rules=False) == line.removesuffix(" official")


def test_fields_of_the_state() -> None:
    rules = "official+fines+ready-gate=any-penalty+hand-limit=25:aside"
    s, _ = read_position(f"r5g5g5/b5*%^/#9 w:g <1 @0 b1b2|r1r2 {rules}")
    assert (s.seats, s.direction, s.turn, s.phase, s.laid_by, s.top, s.face) == (3, -1, 1, TURN, 0, W, W_GREEN)
    assert (s.catchable, s.one_left, s.called, s.accused, s.ready, s.out) == (2, 2, 0, 2, 2, 4)
    assert s.held[:3] == [3, 1, 0]
    assert s.count[0][RANKS + 5] == 2
    assert s.points[2] == 9
    b1, b2 = 2 * RANKS + 1, 2 * RANKS + 2
    assert s.pile[: s.n_stock] == [b2, b1]
    assert s.pile[CARDS - s.n_discards :] == [1, 2]
    assert (s.drawn, s.bluff, s.under) == (NONE, NONE, NONE)


def test_the_rule_set_may_be_given_or_left_out() -> None:
    line = "r5/g5 r1 >0 - b1|-"
    assert read_position(line)[1] == OFFICIAL
    assert read_position(line, Ruleset.from_id("console"))[1].id == "console"
    assert read_position(line + " one", Ruleset.from_id("console"))[1].id == "one"


# ---------------------------------------------------------------- unknown cards


def test_unknown_cards_come_from_the_rest_of_the_deck() -> None:
    line = "r5gSw+4/?7/b1! w+4:g >0 - 71|12 official+stack"
    s, _ = read_position(line, seed=1)
    assert s.held[:3] == [3, 7, 1]
    assert (s.n_stock, s.n_discards) == (71, 12)
    lying = [*s.pile[: s.n_stock], *s.pile[CARDS - s.n_discards :], s.top]
    held = [card for seat in range(3) for card in range(TYPES) for _ in range(s.count[seat][card])]
    pack = DECK.pack()
    assert all([*lying, *held].count(card) <= pack.count(card) for card in set(pack))


def test_the_seed_decides() -> None:
    line = "?7/?7 r5 >0 - 93|-"
    lines = [write_position(read_position(line, seed=number)[0], OFFICIAL) for number in (1, 1, 2)]
    assert lines[0] == lines[1] != lines[2]


def test_an_unknown_drawn_card_is_one_of_the_hand() -> None:
    for line in ("r5g7/g5 r1 >0 ? b1|-", "r5?2/g5 r1 >0 ? b1|-", "?2/g5 r1 >0 g7 b1|-", "?g7/g5 r1 >0 g7 b1|-"):
        s, _ = read_position(line, seed=3)
        assert s.count[0][s.drawn] > 0


def test_unknown_guilt_is_judged_by_the_hand() -> None:
    for hand, guilt in {"r8g2": 1, "b8g2": 0, "ww+4": 0}.items():
        s, _ = read_position(f"{hand}/b1 w+4:g >1 +4?<r5@0 b2|r5 official")
        assert s.bluff == guilt
    s, _ = read_position("?3/b1 w+4:g >1 +4?<r5@0 b2|r5 official", seed=5)
    assert s.bluff == any(s.count[0][card] for card in range(RANKS))
    s, _ = read_position("g5b8/b1 w+4:g >1 +4?<r5@0 b2|r5 official+wd-condition=no-playable")
    assert s.bluff == 1


def test_the_cards_that_a_lay_would_uncover_are_dealt_to_fit() -> None:
    for number in range(20):
        s, _ = read_position("?3/b1 w+4:g >1 +4?1<r5@0 b2|9 rules-site", seed=number)
        assert s.pile[CARDS - 9] == R5
        s, _ = read_position("?3/b1 g7 >0 &3<r5 b2|9 official+batch=same-value:4+fine-illegal=2", seed=number)
        assert [card % RANKS for card in s.pile[CARDS - 9 : CARDS - 7]] == [7, 7]
        assert s.pile[CARDS - 7] == R5
        s, _ = read_position("?3/b1 w+4:g >1 +4?0<r.@0 b2|9 rules-site+start-action=colour-only", seed=number)
        assert s.pile[CARDS - 9] in (10, 11, 12)


# ---------------------------------------------------------------- errors

BAD_POSITIONS = [
    # Malformed.
    ("r5/g5 r1 >0 -", NotationError, "a position has five fields and a rule set"),
    ("r5/g5 r1 >0 - b1|- official x", NotationError, "not 7"),
    ("r5/g5 r1 >0 - b1", NotationError, "piles: 'b1' has no '|'"),
    ("r5x/g5 r1 >0 - b1|-", NotationError, "hand of seat 0: 'x' at character 3 of 'r5x'"),
    ("r5/ r1 >0 - b1|-", NotationError, "hand of seat 1: '' is not a hand"),
    ("r5/g5*! r1 >0 - b1|-", NotationError, "the marks ! * % ^ in this order"),
    ("r5/g5 r1 0 - b1|-", NotationError, "direction and turn: '0' is not"),
    ("r5/g5 r1 >x - b1|-", NotationError, "direction and turn: '>x'"),
    ("r5/g5 r1 >0 + b1|-", NotationError, "pending: '+' is not something a table waits for"),
    ("r5/g5 r1 >0 @x b1|-", NotationError, "pending: '@x'"),
    ("r5/g5 r1 >0 $ b1|-", NotationError, "pending: '$'"),
    ("r5/g5 r1 >0 =0 b1|-", NotationError, "pending: '=0'"),
    ("r5/g5 r1 >0 - b|-", NotationError, "stock: 'b' at character 1"),
    ("r5/g5 r1 >0 - b1|z", NotationError, "discards: 'z'"),
    ("r5/g5 r1 >0 - |-", NotationError, "stock: no cards given"),
    ("r5/g5 x1 >0 - b1|-", NotationError, "top card: 'x1' is not a card"),
    ("r5/g5 ? >0 - b1|-", NotationError, "top card: '?' is not a card"),
    # Seats.
    ("r5 r1 >0 - b1|-", PositionError, "hands: a table has 2 to 10 hands, not 1"),
    ("/".join(["r5"] * 11) + " r1 >0 - b1|-", PositionError, "not 11"),
    ("r5/g5/b5 r1 >0 - b1|- official+teams=partners", PositionError, "even number of seats"),
    ("r5/g5/b5 r1 >0 - b1|- official+seats=2-2", PositionError, "is played by 2 to 2"),
    ("r5/g5 r1 >2 - b1|-", PositionError, "there is no seat 2 to act; the seats are 0 to 1"),
    ("r5/g5 r1 >0 @4 b1|-", PositionError, "there is no seat 4 that laid"),
    ("r5/g5 r1 >0 $3 b1|-", PositionError, "there is no seat 3 that could have won"),
    ("r5/#/b5 r1 >1 - b1|-", PositionError, "seat 1 is out of the round"),
    ("r5/#/b5 w+4:g >0 +4?1<r7@1 b1|r7", PositionError, "seat 1 laid last, but is out"),
    ("r5/g5 r+2 >0 +10001@1 b1|- official+stack", PositionError, "at most 10000 are possible"),
    ("r5/g5 rS >0 -40000@1 b1|- official+stack-skips", PositionError, "at most 10000 are possible"),
    ("r5/g5 r1 >0 $- b1|-", PositionError, "a round nobody won"),
    ("r5/g5 rR >0 +2@1 b1|-", PositionError, "rR on top draws none"),
    ("r5/g5 rR >0 +2&1 b1|- official+batch=same-value:2+deflect-draw2=reverse", PositionError, "rR on top draws none"),
    ("r5/#/# r1 >0 - b1|-", PositionError, "fewer than two sides are left"),
    # Hands and marks.
    ("r5/~ r1 >0 - b1|-", PositionError, "hand of seat 1: '~' hides the number"),
    ("r5/- r1 >0 - b1|-", PositionError, "an empty hand ends the round"),
    ("r5/- r1 >0 $0 b1|-", PositionError, "an empty hand ends the round"),
    ("r5/g5/#! r1 >0 - b1|-", NotationError, "without marks"),
    ("-/g5/#9 r1 >0 $0 b1|- official+hand-limit=25:aside", PositionError, "when the round is over"),
    ("r5/?8 r1 >0 - b1|- official+hand-limit=8:aside", PositionError, "8 cards, but 8 knock a player out"),
    ("r5!*/g5 r1 >0 - b1|-", PositionError, "not both"),
    ("r5/g5g6! r1 >0 - b1|-", PositionError, "'!' is the call for a single card, but there are 2"),
    ("r5/g5g6* r1 >0 - b1|- rules-md+uno-duty=on-hold", PositionError, "'*' on 2 cards"),
    ("r5/g5** r1 >0 - b1|-", PositionError, "which only D32 on_hold has"),
    ("r5/g5! r1 >0 - b1|- one", PositionError, "where no call is due"),
    ("r5/g5* r1 >0 - b1|- one", PositionError, "where no call is due"),
    ("r5/g5% r1 >0 - b1|-", PositionError, "'%' marks a wrong accusation"),
    ("r5/g5^ r1 >0 - b1|-", PositionError, "'^' waits for Ready"),
    ("-/g5* r1 >0 $0 b1|-", PositionError, "cannot have the marks"),
    # Cards.
    ("r0/r0 r1 >0 - b1|-", PositionError, "cards: 2 r0, but the deck mattel108 has 1"),
    ("r1/r1 r1 >0 - b1|-", PositionError, "3 r1, but the deck mattel108 has 2"),
    ("w/ww w:g >0 - b1|- one", PositionError, "4 w, but the deck one107 has 3"),
    ("?7/?7 r1 >0 - 94|-", PositionError, "109 cards in all, but the deck mattel108 has 108"),
    ("r1/r2 r3 >0 - 1000|-", PositionError, "more cards than any deck has"),
    # The top card.
    ("r5/g5 w >0 - b1|-", PositionError, "top card: w needs a colour; write w:r"),
    ("r5/g5 r1 >0 : b1|-", PositionError, "the top card must be a wild without one"),
    ("r5/g5 w:g >0 : b1|-", PositionError, "the top card must be a wild without one"),
    ("r5/g5 rS. >0 - b1|-", PositionError, "only an opening action card does"),
    ("r5/g5 r1. >0 - b1|- console", PositionError, "only an opening action card does"),
    # What the table waits for.
    ("r5g7/g5 r1 >0 b2 b1|-", PositionError, "b2 was just drawn, but is not in the hand of seat 0"),
    ("r5g7/g5 r1 >0 r5g7 b1|-", PositionError, "only one card may be named"),
    ("r5g7/g5 r1 >0 r5 b1|- one", PositionError, "always kept here"),
    ("r5/g5 r1 >0 =2 -|-", PositionError, "end the round"),
    ("r5/g5 r1 >0 =1 b1|-", PositionError, "nothing to draw"),
    ("r5/g5 r1 >0 +2 b1|-", PositionError, "cards are owed, but r1 on top draws none"),
    ("r5/g5 r+2 >0 -1 b1|-", PositionError, "turns are owed, but r+2 on top takes none"),
    ("r5/g5 rS >0 -0 b1|-", PositionError, "owes nothing"),
    ("r5/g5 r+2 >0 +1 b1|- official+stack", PositionError, "+1: r+2 draws 2"),
    ("r5/g5 r+2 >0 +4 b1|- rules-site", PositionError, "draws do not add up"),
    ("r5/g5 r+2 >0 +2@1 b1|-", PositionError, "the cards are drawn at once"),
    ("r5/g5 w+4:g >0 +4@1 b1|-", PositionError, "if it may be challenged, say so"),
    ("r5/g5 w+4:g >0 +4?1<r1@1 b1|r1 console", PositionError, "cannot be challenged under console"),
    ("r5/g5 w+4:g >0 +4?1<r1 b1|r1", PositionError, "needs the seat that laid the card"),
    ("r5/g5 w+4:g >0 +4?1<x1@1 b1|r1", NotationError, "pending: 'x1' is not a card"),
    ("r5/g5 r+2 >0 +2<r1@1 b1|r1 official+stack", PositionError, "does not go back; leave out '<'"),
    ("r5/g5 w:g >0 <r1@1 b1|r1", PositionError, "only cards owed"),
    ("r5/g5 rS >0 -1@1 b1|-", PositionError, "nobody may answer a Skip here"),
    ("r5/g5 rS >0 -1 b1|- official+jump-in+skip-total=sum", PositionError, "add who laid the Skip"),
    ("r5/g5 rS >0 -2@1 b1|- rules-site", PositionError, "at most 1 turns can be owed"),
    ("r5/g5 rS >0 -4@1 b1|- juno-serious", PositionError, "at most 3 turns can be owed"),
    ("r5/g5 r7 >0 &1 b1|-", PositionError, "no batch can be open under official"),
    ("r5/g5 r7 >0 &3 b1|r1 juno-serious", PositionError, "&1 to &2 can be open"),
    ("r5/g5 r7 >0 &0 b1|r1 juno-serious", PositionError, "&1 to &2 can be open"),
    ("r5/g5 r7 >0 &1@1 b1|r1 juno-serious", PositionError, "seat 1 cannot have an open batch"),
    ("r5/g5 r7 >0 &1<r1 b1|r1 juno-serious", PositionError, "leave out '<' and the face"),
    ("r5/g5 r7 >0 &1 b1|r1 juno-serious+fine-illegal=2", PositionError, "add the face under it"),
    ("r5/g5 r7 >0 &1! b1|r1 juno-serious+uno-duty=none", PositionError, "no call is due"),
    ("r5b5/g5 r7 >0 &1! b1|r1 juno-serious", PositionError, "a call that leaves 2 cards is refused"),
    ("r5/g5 r7 >0 &1?1<r1 b1|r1 official+batch=same-value:3", PositionError, "r7 cannot be challenged"),
    ("r5/g5 r7 >0 > b1|r1", PositionError, "r7 on top does not ask for a seat"),
    ("r5/g5 r7 >0 >2 b1|r1 juno-seven0", PositionError, "at most 1 cards"),
    # What is under a lay that may go back.
    ("r5/g5 w+4:g >0 +4?1<r1@1 b1|- rules-site", PositionError, "the discards need 1 or more cards"),
    ("r5/g5 w+4:g >0 +4?1<r1@1 b1|r2 rules-site", PositionError, "discard 1 must be one of r1, not r2"),
    ("r5/g5 r7 >0 &2<r1 b1|r2r1 juno-serious+fine-illegal=2", PositionError, "discard 1 must be one of r7g7b7y7"),
    ("r5/g5 r1 >0 - b1|- oficial", RulesetError, "oficial"),
]


@pytest.mark.parametrize(("line", "kind", "says"), BAD_POSITIONS)
def test_bad_positions(line: str, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind) as error:
        read_position(line)
    assert says in str(error.value)
    assert type(error.value) is kind
    if kind is not RulesetError:
        assert repr(line) in str(error.value)  # the error quotes the line


def test_a_card_that_cannot_be_dealt() -> None:
    line = "r1/g5 w+4:g >0 +4?1<r1@1 r1|1 rules-site"
    with pytest.raises(PositionError, match="unknown cards: no r1 is left"):
        read_position(line)


# ---------------------------------------------------------------- expectations

STATE_LINE = "r5g2g3/b1!/y5y6 w+4:g >1 @0 b1b2|r5r7 official"


@pytest.mark.parametrize(
    "pattern",
    [
        "g3g2r5/b1!/y6y5 w+4:g >1 @0 b1b2|r5r7",
        "r5?2/?!/?2 w+4:g >1 @0 2|2 official",
        "?3/b1!/y5? w+4:g >1 @0 b1?|?r7",
        "~/~!/~ w+4:g >1 @0 b1b2|2",
        "* * * * *",
        "*/b1!/* w+4:g >1 @0 *|r5r7 official",
        "r5g2g3/*/y5? * >* @0 b1b2|*",
    ],
)
def test_patterns_that_match(pattern: str) -> None:
    s, ruleset = read_position(STATE_LINE)
    assert matches(pattern, s, ruleset) is None


@pytest.mark.parametrize(
    ("pattern", "field"),
    [
        ("r5g2/b1!/y5y6 w+4:g >1 @0 b1b2|r5r7", "hands"),
        ("r5g2g2/b1!/y5y6 w+4:g >1 @0 b1b2|r5r7", "hands"),
        ("r5?3/b1!/y5y6 w+4:g >1 @0 b1b2|r5r7", "hands"),
        ("r5g2g3/b1/y5y6 w+4:g >1 @0 b1b2|r5r7", "hands"),
        ("r5g2g3/b1! w+4:g >1 @0 b1b2|r5r7", "hands"),
        ("?3/b1!/# w+4:g >1 @0 b1b2|r5r7", "hands"),
        ("?3/b1!/y5y6 w+4:r >1 @0 b1b2|r5r7", "top card"),
        ("?3/b1!/y5y6 w+4:g <1 @0 b1b2|r5r7", "direction and turn"),
        ("?3/b1!/y5y6 w+4:g >2 @0 b1b2|r5r7", "direction and turn"),
        ("?3/b1!/y5y6 w+4:g >1 - b1b2|r5r7", "pending"),
        ("?3/b1!/y5y6 w+4:g >1 @0 b2b1|r5r7", "piles"),
        ("?3/b1!/y5y6 w+4:g >1 @0 3|r5r7", "piles"),
        ("?3/b1!/y5y6 w+4:g >1 @0 2|1", "piles"),
        ("?3/b1!/y5y6 w+4:g >1 @0 2|2 console", "rule set"),
        ("*/* * * * *", "hands"),
        ("*/*/*/* * * * *", "hands"),
        ("*/b1/* * * * *", "hands"),
        ("* w+4:r * * *", "top card"),
        ("* * <* * *", "direction and turn"),
        ("* * * - *", "pending"),
        ("* * * * *|1", "piles"),
        ("* * * * b2b1|*", "piles"),
    ],
)
def test_patterns_that_do_not_match(pattern: str, field: str) -> None:
    s, ruleset = read_position(STATE_LINE)
    difference = matches(pattern, s, ruleset)
    assert difference is not None
    assert difference.startswith(field + ": ")
    assert "\n" not in difference


@pytest.mark.parametrize("pattern", ["* * * *", "* * * * * * *", "* * * * *|*|*", "* * * >* *", "* *5 * * *"])
def test_patterns_that_cannot_be_read(pattern: str) -> None:
    s, ruleset = read_position(STATE_LINE)
    with pytest.raises(NotationError):
        matches(pattern, s, ruleset)


def test_wildcards_are_only_for_patterns() -> None:
    fields = ["r5/g5", "r1", ">0", "-", "b1|-"]
    for place in range(len(fields)):
        line = " ".join([*fields[:place], "*", *fields[place + 1 :]])
        with pytest.raises(NotationError):
            read_position(line)


def test_patterns_for_hidden_cards() -> None:
    s, ruleset = read_position("r5g7/g5 r1 >0 g7 b1|- official")
    assert matches("?2/? r1 >0 ? 1|-", s, ruleset) is None
    assert matches("?2/? r1 >0 r5 1|-", s, ruleset) is not None
    s, ruleset = read_position("r8g2/b1 w+4:g >1 +4?1<r5@0 b2|r5 official")
    assert matches("?2/? w+4:g >1 +4?<r5@0 1|1", s, ruleset) is None
    assert matches("?2/? w+4:g >1 +4?0<r5@0 1|1", s, ruleset) is not None


def test_a_view_is_written_in_the_same_notation() -> None:
    view = Position(
        hands=(Hand(cards=(W, R5)), Hand(cards=(UNKNOWN,) * 7, called=True), Hand(cards=None)),
        top=R5,
        face=R5,
        direction=1,
        turn=0,
        stock=(UNKNOWN,) * 71,
        discards=(UNKNOWN,) * 12,
    )
    assert format_position(view, OFFICIAL) == "r5w/?7!/~ r5 >0 - 71|12 official"
    assert parse_position("r5w/?7!/~ r5 >0 - 71|12 official")[0].hands[1:] == view.hands[1:]


# ---------------------------------------------------------------- every position a round can reach

NOT_IN_THE_TEXT = {"dealer", "turns", "rng", "tally", "points", "pile", "one_left"}


def difference(one: State, other: State) -> str | None:
    """Return the first field of a line in which two states differ."""
    for name, _, _ in fields(State):
        if name not in NOT_IN_THE_TEXT and getattr(one, name) != getattr(other, name):
            return name
    if one.one_left & one.catchable != other.one_left & other.catchable:
        return "forgot"
    if one.pile[: one.n_stock] != other.pile[: other.n_stock]:
        return "stock"
    if one.pile[CARDS - one.n_discards :] != other.pile[CARDS - other.n_discards :]:
        return "discards"
    out = [seat for seat in range(one.seats) if one.out >> seat & 1 and one.phase != OVER]
    return "points" if any(one.points[seat] != other.points[seat] for seat in out) else None


def listed(low: int, high: int, verbs: int) -> list[int]:
    """Return what `legal` or `fouls` lists, as actions."""
    cards = [card for card in range(TYPES) if (low | high << HALF) >> card & 1]
    lays = [card + colour * RANKS for card in cards for colour in range(4 if card >= WILD else 1)]
    return lays + [VERBS + bit for bit in range(ACTIONS - VERBS) if verbs >> bit & 1 and VERBS + bit != SHOUT]


def random_action(s: State, ruleset: Ruleset, random: Random) -> tuple[int, int]:
    """Return a random action: sometimes a foul, and a call with every second lay that leaves one card."""
    rules = ruleset.core_rules
    moves = [(seat, action) for seat in range(s.seats) for action in listed(*legal(s, rules, seat))]
    if random.random() < 0.05:
        moves += [(seat, action) for seat in range(s.seats) for action in listed(*fouls(s, rules, seat))]
    seat, action = random.choice(moves)
    return seat, action | CALLING if action < VERBS and random.random() < 0.5 else action


@pytest.mark.parametrize("number", range(40))
def test_every_reachable_position_round_trips(number: int) -> None:
    random = Random(number)
    ruleset = random_ruleset(random)
    s = State()
    seed(s, number, 0)
    deal(s, ruleset.core_rules, random.choice(seat_counts(ruleset)), 0, 0, 0)
    if random.random() < 0.3:
        s.n_stock = min(s.n_stock, random.randrange(8))  # an incomplete pack runs out sooner
    for _ in range(150):
        line = write_position(s, ruleset)
        again, rules_again = read_position(line)
        assert difference(s, again) is None, line
        assert rules_again == ruleset
        assert write_position(again, rules_again) == line
        if s.phase == OVER:
            break
        seat, action = random_action(s, ruleset, random)
        if not apply(s, ruleset.core_rules, seat, action):
            assert apply(s, ruleset.core_rules, seat, action & ~CALLING)
