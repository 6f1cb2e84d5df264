"""What `careful` is careful about: one position for each skill."""

import pytest

from lastcard import sim
from lastcard.bots import CarefulBot, GreedyBot
from lastcard.core.terms import CALLING
from lastcard.game.round import Round
from lastcard.game.values import Action, values_of


def does(line: str, seat: int = 0, bot: type = CarefulBot) -> str:
    """What the bot does when the table waits for it, its call left out."""
    table = Round.from_position(line)
    return plain(table, bot().decide(table.view(seat)))


def claims(line: str, seat: int = 0, bot: type = CarefulBot) -> str | None:
    table = Round.from_position(line)
    claimed = bot().claim(table.view(seat))
    return None if claimed is None else plain(table, claimed)


def plain(table: Round, action: Action) -> str:
    """The text of an action of one card or word, as `legal` lists it."""
    return values_of(table.rules).single(action.codes[0] & ~CALLING).text


def test_it_keeps_the_colour_it_holds_most_of() -> None:
    assert does("r1g2b3b4b5w/?5/?5 y9 >0 - 60|20 official").startswith("w:b")
    assert does("r9b9b3b4b5/?5/?5 y9 >0 - 60|20 official") == "b9"


def test_it_counts_what_was_discarded() -> None:
    """Hardly a green card is left elsewhere, so green is not followed by others."""
    greens = "g1g1g2g2g3g3g4g4g5g5g6g6g7g7g8g8gSgSgRgR"
    assert does(f"g9r9r1g0/?5/?5 y9 >0 - 60|{greens} official") == "g9"


def test_it_hits_a_short_hand_and_holds_its_fire_from_a_long_one() -> None:
    assert does("rSr5b1y2/?1!/?6 r9 >0 - 60|20 official") == "rS"
    assert does("r+2r5r6y2/?9/?9 r9 >0 - 60|20 official") != "r+2"


def test_it_turns_play_away_from_a_short_hand() -> None:
    assert does("rRr5b1y2/?1!/?6/?7 r9 >0 - 60|20 official") == "rR"
    assert does("rRr5b1y2/?7/?6/?1! r9 >0 - 60|20 official") == "r5"


def test_it_takes_another_turn_if_that_wins() -> None:
    assert does("r5rS/?1! r9 >0 - 50|30 console") == "rS"
    assert does("r5rS/?6 r9 >0 - 50|30 official") == "rS"


@pytest.mark.parametrize(
    ("hand", "ban", "first"), [("r5w", "wild", "w:r"), ("r5rS", "skip", "rS"), ("r5r+2", "draw", "r+2")]
)
def test_D42_it_does_not_keep_a_card_it_may_not_finish_with(hand: str, ban: str, first: str) -> None:
    assert does(f"{hand}/?5/?5 r9 >0 - 50|30 official+exit-ban={ban}") == first


def test_D41_it_keeps_a_draw_card_for_the_end_where_that_still_hits() -> None:
    assert does("r5r+2/?6/?6 r9 >0 - 50|30 official") == "r5"


D54 = "official+seven-zero+last-exchange=applies"


def test_D54_it_draws_rather_than_give_the_round_away() -> None:
    for last in ("r7", "r0"):
        assert does(f"{last}/?5/?5 r9 >0 - 50|30 {D54}") == "draw"
        assert does(f"{last}/?5/?5 r9 >0 - 50|30 official+seven-zero") == last
    assert does(f"r7/?5/?5 r9 >0 r7 50|30 {D54}") == "pass"


def test_D54_it_does_not_keep_a_card_that_gives_the_round_away() -> None:
    assert does(f"r5r7/?1!/?1! r9 >0 - 50|30 {D54}") == "r7"
    assert does("r5r7/?1!/?1! r9 >0 - 50|30 official+seven-zero") == "r5"


def test_D54_it_gives_the_round_to_its_own_side() -> None:
    assert does(f"r7/?5/?5/?5 r9 >0 - 50|30 {D54}+partners") == "r7"
    assert does(f"-/?2/?5/?3 r7 >0 > 50|30 {D54}+partners") == ">2"
    assert does(f"r0/?5/?5/?5 r9 >0 - 50|30 {D54}+partners") == "draw"  # the next seat is an opponent


def test_D54_it_lays_what_it_must() -> None:
    assert does(f"r7/?5/?5 r9 >0 - 50|30 {D54}+draw-voluntary=no") == "r7"


def test_it_swaps_with_the_shortest_hand() -> None:
    assert does("r1r2r3/?8/?2/?3 r7 >0 > 50|10 official+seven-zero") == ">2"


def test_it_gives_no_short_hand_to_an_opponent_if_it_has_a_partner() -> None:
    assert does("r1/?8/?2/?3 r7 >0 > 50|10 official+seven-zero+partners") == ">2"


def test_it_passes_the_turn_to_a_partner_who_is_nearly_out() -> None:
    assert does("rSr5b1/?6/?1!/?6 r9 >0 - 50|30 official+partners") == "rS"


@pytest.mark.parametrize("bot", [CarefulBot, GreedyBot])
def test_nobody_accuses_a_partner(bot: type) -> None:
    owing = "g5g6g7/y1y2y3/r5*/b1b2b3 r4 >3 @2 b1b2b3b4|r1 official"
    assert claims(f"{owing}+partners", bot=bot) is None
    assert claims(owing, bot=bot) == "catch 2"


def test_nobody_doubts_a_partner() -> None:
    doubted = "g5g6g7/?5/?14/?5 w+4:g >3 +4?<r5@2 40|30 official+challenge=4,2,stays,any"
    assert claims(f"{doubted}+partners") is None
    assert claims(doubted) == "challenge"


@pytest.mark.parametrize(
    ("terms", "cards", "answer"),
    [
        ("4,2", 3, "take"),  # three cards are seldom without the colour by chance alone, but few bluff
        ("4,2", 12, "challenge"),
        ("9,0", 3, "challenge"),  # nothing to lose
        ("4,9", 9, "take"),  # thirteen cards if it is wrong
    ],
)
def test_U_32_a_challenge_goes_by_the_odds_and_the_price(terms: str, cards: int, answer: str) -> None:
    line = f"?{cards}/b1y3g5y7/y5y6 w+4:g >1 +4?<r5@0 60|r5 official+challenge={terms},stays,target"
    assert does(line, seat=1) == answer


@pytest.mark.parametrize("rules", ["official", "rules-md", "rules-site", "rules-site+low-score"])
def test_it_wins_matches_by_points_too(rules: str) -> None:
    wins = 0
    for me, bots in enumerate([("careful", "greedy"), ("greedy", "careful")]):
        wins += sim.play(rules, seats=2, matches=1_500, seed=3, bots=bots).totals.match_wins[me]
    assert wins > 1_500


def test_low_scores_are_to_be_rid_of_dear_cards() -> None:
    assert does("r1b2wy4y5/?1!/?6 r9 >0 - 50|40 rules-site+low-score") != "r1"


def test_greedy_sheds_the_most() -> None:
    assert does("r5g5b5r9y1/?7 r2 >0 - 80|20 juno-serious", bot=GreedyBot) == "r5"
    assert does("r5r9w/?7 r2 >0 - 77|20 official", bot=GreedyBot) == "r9"
