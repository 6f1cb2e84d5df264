"""The dimensions for setting up a round: the deck, the deal, the dealer, the first card (D01 to D10, D57)."""

from dataclasses import dataclass
from typing import Any

from .._util.bounds import quoted
from .._util.grammar import listed
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
from .forms import DeckName, Part, Parts, with_number
from .values import check_number, read_digits

MAX_HAND = 15


def _say_deck(deck: Deck) -> str:
    colours = listed([name for _, name in deck.colours])
    return with_number(f"The deck is {deck.name}: N cards in {colours}.", deck.size)


def _check_seats(name: str, value: Any) -> Any:
    if not isinstance(value, tuple) or len(value) != 2:
        raise RulesetError(f"{name} = {quoted(value)}: expected the fewest and the most players")
    check_number(f"{name} (fewest)", value[0], 2, SEATS)
    check_number(f"{name} (most)", value[1], value[0], SEATS)
    return value


def _read_seats(text: str) -> tuple[int, int]:
    fewest, dash, most = text.partition("-")
    return read_digits(fewest), read_digits(most if dash else fewest)


def _say_seats(value: tuple[int, int]) -> str:
    fewest, most = value
    return f"Exactly {most} players can play." if fewest == most else f"{fewest} to {most} players can play."


_SEATS_FORM = Parts(
    parts=[Part(label="Fewest players", bounds=(2, SEATS)), Part(label="Most players", bounds=(2, SEATS))],
    separator="-",
    allowed="the fewest and the most players, such as 2-10",
    check=_check_seats,
    read=_read_seats,
    write=lambda value: f"{value[0]}-{value[1]}",
    say=_say_seats,
    examples=("2-10", "3-6", "4-4"),
)

# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class OpeningRules:
    """The fields of a rule set that say how a round is set up and started."""

    deck: Deck = declare(
        "D01",
        SETUP,
        lambda: find_deck("mattel108"),
        title="Deck",
        about="Which cards are in the deck.",
        form=DeckName(_say_deck),
    )
    seats: tuple[int, int] = declare(
        "D02", SETUP, (2, SEATS), title="Players", about="How many people can play.", form=_SEATS_FORM
    )
    hand_size: int = number(
        "D03",
        SETUP,
        7,
        (1, MAX_HAND),
        key="hand",
        title="Cards dealt",
        about="How many cards each player is dealt.",
        says="Each player is dealt N cards.",
        examples=("7", "11"),
    )
    dealer_pick: DealerPick = choice(
        "D04",
        SETUP,
        DealerPick.HIGHEST_CARD,
        title="First dealer",
        about="How the dealer of the first round is chosen.",
        says={
            DealerPick.HIGHEST_CARD: "Everyone draws a card, and the highest number deals first.",
            DealerPick.RANDOM: "The first dealer is chosen at random.",
            DealerPick.YOUNGEST: "The youngest player deals first.",
            DealerPick.HOST: "The host decides who deals first.",
        },
    )
    dealer_rotation: DealerRotation = choice(
        "D05",
        SETUP,
        DealerRotation.CLOCKWISE,
        title="Next dealer",
        about="Who deals the rounds that follow.",
        says={
            DealerRotation.CLOCKWISE: "The deal moves clockwise after every round.",
            DealerRotation.REDRAW: "The dealer is chosen again for every round.",
            DealerRotation.WINNER: "The winner of a round deals the next one.",
            DealerRotation.FIXED: "The same player deals every round.",
            DealerRotation.LOSER: "The player left with the worst hand deals the next round.",
        },
        labels={DealerRotation.REDRAW: "Chosen again", DealerRotation.FIXED: "Always the same"},
    )
    first_seat: FirstSeat = choice(
        "D06",
        SETUP,
        FirstSeat.LEFT_OF_DEALER,
        title="Who starts",
        about="Who goes first, unless the first card says otherwise.",
        says={
            FirstSeat.LEFT_OF_DEALER: "The player to the dealer's left starts.",
            FirstSeat.YOUNGEST: "The youngest player starts.",
            FirstSeat.RANDOM: "A player chosen at random starts.",
            FirstSeat.WINNER: "The winner starts the next round; the first is started by the dealer's left neighbour.",
        },
    )
    start_action: StartAction = choice(
        "D07",
        SETUP,
        StartAction.APPLY,
        title="Action card as the first card",
        about="What a coloured action card does when it is turned up to start the round.",
        says={
            StartAction.APPLY: "An action card as the first card takes effect.",
            StartAction.INERT: "An action card as the first card has no effect, but its symbol can be matched.",
            StartAction.COLOUR_ONLY: "An action card as the first card has no effect and counts only by its colour.",
            StartAction.REDRAW: "An action card cannot start the round: another card is turned up.",
            StartAction.COLOUR_NO_WILD: (
                "An action card as the first card has no effect, and only its colour can be played on it, no wild."
            ),
        },
        labels={
            StartAction.APPLY: "Takes effect",
            StartAction.INERT: "No effect",
            StartAction.COLOUR_ONLY: "Counts by its colour",
            StartAction.REDRAW: "Another card is turned up",
            StartAction.COLOUR_NO_WILD: "Counts by its colour, and no wild goes on it",
        },
    )
    start_reverse: StartReverse = choice(
        "D08",
        SETUP,
        StartReverse.DEALER_FIRST,
        title="Reverse as the first card",
        about="Who goes first when a Reverse is turned up to start the round and takes effect.",
        says={
            StartReverse.DEALER_FIRST: "If the first card is a Reverse, the dealer goes first, then play moves right.",
            StartReverse.RIGHT_OF_DEALER: "If the first card is a Reverse, the dealer's right neighbour goes first.",
            StartReverse.LEFT_OF_DEALER: "If the first card is a Reverse, whoever would have started still does.",
        },
    )
    start_wild: StartWild = choice(
        "D09",
        SETUP,
        StartWild.FIRST_PLAYER_CHOOSES,
        title="Wild as the first card",
        about="What happens when a plain Wild is turned up to start the round.",
        says={
            StartWild.FIRST_PLAYER_CHOOSES: "If the first card is a plain Wild, the first player chooses a colour.",
            StartWild.REDRAW: "A plain Wild cannot start the round: another card is turned up.",
        },
        labels={StartWild.REDRAW: "Another card is turned up"},
    )
    start_wild_draw: StartWildDraw = choice(
        "D10",
        SETUP,
        StartWildDraw.REDRAW,
        title="Wild Draw as the first card",
        about="What happens when a Wild Draw is turned up to start the round.",
        says={
            StartWildDraw.REDRAW: "A Wild Draw cannot start the round: another card is turned up.",
            StartWildDraw.FIRST_PLAYER_CHOOSES: "If the first card is a Wild Draw, the first player chooses a colour.",
            StartWildDraw.APPLY: "If the first card is a Wild Draw, the first player chooses a colour and must draw.",
        },
        labels={StartWildDraw.REDRAW: "Another card is turned up", StartWildDraw.APPLY: "Takes effect"},
    )
    start_exchange: StartExchange = choice(
        "D57",
        SETUP,
        StartExchange.IGNORED,
        title="First card that moves hands",
        about="What a card that swaps or rotates hands does when it is turned up to start the round.",
        says={
            StartExchange.IGNORED: "If the first card is one that swaps or rotates hands, no hands move.",
            StartExchange.APPLIES: (
                "If the first card swaps or rotates hands, they move, as if the dealer had played it."
            ),
        },
        labels={StartExchange.IGNORED: "No hands move", StartExchange.APPLIES: "The hands move"},
    )
