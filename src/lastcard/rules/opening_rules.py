"""The dimensions for setting up a round: the deck, the deal, the dealer, the first card (D01 to D10, D57)."""

from dataclasses import dataclass
from typing import Any

from .._util.bounds import quoted
from ..core.terms import (
    SEATS,
    DealerPick,
    DealerRotation,
    FirstSeat,
    StartAction,
    StartExchange,
    StartReverse,
    StartWild,
    StartWildDraw,
)
from ..errors import RulesetError
from .decks import Deck, find_deck
from .declare import SETUP, choice, declare, number
from .forms import DeckName, Part, Parts
from .values import check_number, read_digits

MAX_HAND = 15


def _check_seats(name: str, value: Any) -> Any:
    if not isinstance(value, tuple) or len(value) != 2:
        raise RulesetError(f"{name} = {quoted(value)}: expected the fewest and the most players")
    check_number(f"{name} (fewest)", value[0], 2, SEATS)
    check_number(f"{name} (most)", value[1], value[0], SEATS)
    return value


def _read_seats(text: str) -> tuple[int, int]:
    fewest, dash, most = text.partition("-")
    return read_digits(fewest), read_digits(most if dash else fewest)


_SEATS_FORM = Parts(
    parts=[Part(bounds=(2, SEATS)), Part(bounds=(2, SEATS))],
    separator="-",
    allowed="the fewest and the most players, such as 2-10",
    check=_check_seats,
    read=_read_seats,
    write=lambda value: f"{value[0]}-{value[1]}",
    examples=("2-10", "3-6", "4-4"),
)

# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class OpeningRules:
    """The fields of a rule set that say how a round is set up and started."""

    deck: Deck = declare("D01", SETUP, lambda: find_deck("mattel108"), form=DeckName())
    seats: tuple[int, int] = declare("D02", SETUP, (2, SEATS), form=_SEATS_FORM)
    hand_size: int = number("D03", SETUP, 7, (1, MAX_HAND), key="hand", examples=("7", "11"))
    dealer_pick: DealerPick = choice(
        "D04",
        SETUP,
        DealerPick.HIGHEST_CARD,
        (DealerPick.HIGHEST_CARD, DealerPick.RANDOM, DealerPick.YOUNGEST, DealerPick.HOST),
    )
    dealer_rotation: DealerRotation = choice(
        "D05",
        SETUP,
        DealerRotation.CLOCKWISE,
        (
            DealerRotation.CLOCKWISE,
            DealerRotation.REDRAW,
            DealerRotation.WINNER,
            DealerRotation.FIXED,
            DealerRotation.LOSER,
        ),
    )
    first_seat: FirstSeat = choice(
        "D06",
        SETUP,
        FirstSeat.LEFT_OF_DEALER,
        (FirstSeat.LEFT_OF_DEALER, FirstSeat.YOUNGEST, FirstSeat.RANDOM, FirstSeat.WINNER),
    )
    start_action: StartAction = choice(
        "D07",
        SETUP,
        StartAction.APPLY,
        (StartAction.APPLY, StartAction.INERT, StartAction.COLOUR_ONLY, StartAction.REDRAW, StartAction.COLOUR_NO_WILD),
    )
    start_reverse: StartReverse = choice(
        "D08",
        SETUP,
        StartReverse.DEALER_FIRST,
        (StartReverse.DEALER_FIRST, StartReverse.RIGHT_OF_DEALER, StartReverse.LEFT_OF_DEALER),
    )
    start_wild: StartWild = choice(
        "D09", SETUP, StartWild.FIRST_PLAYER_CHOOSES, (StartWild.FIRST_PLAYER_CHOOSES, StartWild.REDRAW)
    )
    start_wild_draw: StartWildDraw = choice(
        "D10",
        SETUP,
        StartWildDraw.REDRAW,
        (StartWildDraw.REDRAW, StartWildDraw.FIRST_PLAYER_CHOOSES, StartWildDraw.APPLY),
    )
    start_exchange: StartExchange = choice(
        "D57", SETUP, StartExchange.IGNORED, (StartExchange.IGNORED, StartExchange.APPLIES)
    )
