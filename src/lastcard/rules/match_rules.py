"""The dimensions for calling UNO, penalties, and the end of a round and of a match (D32 to D48, D52 to D55)."""

from dataclasses import dataclass

from ..core.terms import (
    CARDS,
    BlockedRound,
    CountInfo,
    FinedTurn,
    Kind,
    LastCard,
    LastExchange,
    MatchEnd,
    ReadyGate,
    RoundScore,
    Teams,
    UnoDuty,
    UnoUnnoticed,
    UnoWindow,
)
from .deck_reader import MAX_POINTS
from .declare import CALL, CONDUCT, END, SETUP, any_of, choice, declare, number, record
from .forms import Choice, Number, Pairs
from .values import MAX_CARDS, MAX_SCORE, Ending, HandLimit, Scoring, Skin, word

MOST_VALUES = 216  # a value for each of the 120 card types and the 96 coloured ranks


def _ending(kind: MatchEnd, usual: int = 500) -> Choice:
    return Choice(text=f"{word(kind)}:N", bounds=(1, MAX_SCORE), usual=usual)


# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class MatchRules:
    """The fields of a rule set about calls, penalties, scores and winning."""

    uno_duty: UnoDuty = choice("D32", CALL, UnoDuty.ON_PLAY, (UnoDuty.NONE, UnoDuty.ON_PLAY, UnoDuty.ON_HOLD))
    uno_late_ok: bool = choice("D33", CALL, True)
    uno_window: UnoWindow = choice(
        "D34",
        CALL,
        UnoWindow.NEXT_TURN_BEGINS,
        (UnoWindow.NEXT_TURN_BEGINS, UnoWindow.NEXT_CARD_PLAYED, UnoWindow.OWN_TURN_BEGINS),
    )
    uno_penalty: int = number("D35", CALL, 2, (0, MAX_CARDS), examples=("2", "7", "0"))
    uno_unnoticed: UnoUnnoticed = choice("D52", CALL, UnoUnnoticed.SAFE, (UnoUnnoticed.SAFE, UnoUnnoticed.FINED))

    fine_illegal: int | None = number("D36", CONDUCT, None, (1, MAX_CARDS), none="reject", examples=("reject", "2"))
    fined_turn: FinedTurn = choice("D53", CONDUCT, FinedTurn.LOST, (FinedTurn.LOST, FinedTurn.KEPT))
    fine_false_call: int = number("D37", CONDUCT, 0, (0, MAX_CARDS), special=(0,), examples=("0", "2"))
    fine_advice: int = number("D38", CONDUCT, 0, (0, MAX_CARDS), special=(0,), examples=("0", "4"))
    ready_gate: ReadyGate = choice(
        "D39", CONDUCT, ReadyGate.OFF, (ReadyGate.OFF, ReadyGate.WD_VICTIM, ReadyGate.ANY_PENALTY)
    )
    count_info: CountInfo = choice(
        "D40", CONDUCT, CountInfo.PUBLIC, (CountInfo.PUBLIC, CountInfo.PUBLIC_WARN, CountInfo.HIDDEN)
    )

    last_card: LastCard = choice("D41", END, LastCard.DRAWS_APPLY, (LastCard.DRAWS_APPLY, LastCard.IGNORED))
    last_exchange: LastExchange = choice("D54", END, LastExchange.IGNORED, (LastExchange.IGNORED, LastExchange.APPLIES))
    exit_ban: frozenset[Kind] = any_of("D42", END, frozenset(), tuple(Kind), examples=("none", "wild,wild-draw"))
    hand_limit: HandLimit | None = record(
        "D43",
        END,
        None,
        HandLimit,
        none="none",
        choices=(
            Choice(text="none"),
            Choice(text="N:aside", bounds=(2, CARDS), usual=25),
            Choice(text="N:discard", bounds=(2, CARDS), usual=25),
        ),
        examples=("none", "25:aside", "25:discard"),
    )
    blocked_round: BlockedRound = choice(
        "D55", END, BlockedRound.LOWEST_WINS, (BlockedRound.LOWEST_WINS, BlockedRound.NOBODY_WINS)
    )
    round_score: Scoring = record(
        "D44",
        END,
        Scoring(),
        Scoring,
        choices=(
            Choice(text=word(RoundScore.NONE)),
            Choice(text=word(RoundScore.WINNER_TAKES)),
            Choice(text=word(RoundScore.OWN_HAND)),
            Choice(text=f"{word(RoundScore.FLAT)}:N", bounds=(1, MAX_SCORE), usual=1000),
        ),
        examples=("none", "winner-takes", "own-hand", "flat:1000"),
    )
    card_values: tuple[tuple[str, int], ...] = declare(
        "D45",
        END,
        (),
        key="values",
        form=Pairs(
            key=None, cards=True, value=Number(0, MAX_POINTS), most=MOST_VALUES, examples=("none", "S:10,w+4:40")
        ),
    )
    match_end: Ending = record(
        "D46",
        END,
        Ending(),
        Ending,
        choices=(
            Choice(text=word(MatchEnd.SINGLE_ROUND)),
            _ending(MatchEnd.REACH_WINS),
            _ending(MatchEnd.REACH_LOSES, usual=200),
            _ending(MatchEnd.REACH_LOWEST_WINS),
            _ending(MatchEnd.REACH_OUT),
            _ending(MatchEnd.ROUNDS, usual=5),
            _ending(MatchEnd.SURVIVAL),
        ),
        examples=(
            "single-round",
            "reach-wins:500",
            "reach-loses:200",
            "reach-lowest-wins:500",
            "reach-out:500",
            "rounds:5",
            "survival:500",
        ),
    )
    teams: Teams = choice("D47", END, Teams.NONE, (Teams.NONE, Teams.PARTNERS))
    skin: Skin = choice("D48", SETUP, Skin.WHITE, (Skin.WHITE, Skin.BLACK))
