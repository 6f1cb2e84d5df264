"""The dimensions for calling UNO, penalties, and the end of a round and of a match (D32 to D48, D52 to D55)."""

from dataclasses import dataclass

from .._util.grammar import listed
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
from .decks import Card, Deck
from .declare import CALL, CONDUCT, END, KINDS, SETUP, any_of, choice, declare, number, record
from .forms import Choice, Number, Pairs
from .values import MAX_CARDS, MAX_SCORE, Ending, HandLimit, Scoring, Skin, word

MOST_VALUES = 216  # a value for each of the 120 card types and the 96 coloured ranks

# ---------------------------------------------------------------- sentences built from parts


def _say_exit_ban(kinds: frozenset[Kind]) -> str:
    if not kinds:
        return "You can go out with any card."
    return f"You can't go out with {listed([KINDS[kind] for kind in sorted(kinds)], 'or')}."


def say_card_values(values: tuple[tuple[str, int], ...], deck: Deck | None = None) -> str:
    """Return the sentence for D45; with a deck, list its points too."""
    text = "Cards left in hand score the points set by the deck"
    if deck is not None:
        text += f": {'; '.join(_points(deck))}"
    if values:
        text += f", but {listed([f'{card} scores {points}' for card, points in values])}"
    return f"{text}."


def _points(deck: Deck) -> list[str]:
    """Return what the cards of a deck count, with cards that count the same grouped together."""
    alike: dict[str, list[str]] = {}
    for kind in Kind:
        worth = {_rank(card): _worth(card) for card in deck.cards if card.kind is kind}
        if len(set(worth.values())) == 1:
            worth = {KINDS[kind]: next(iter(worth.values()))}
        for cards, points in worth.items():
            alike.setdefault(points, []).append(cards)
    return [f"{listed(names)} {points}" for points, names in alike.items()]


def _rank(card: Card) -> str:
    return card.text if card.wild else card.rank


def _worth(card: Card) -> str:
    return "their value" if card.points == card.number else str(card.points)


def _ending(kind: MatchEnd, label: str, sentence: str, usual: int = 500) -> Choice:
    return Choice(text=f"{word(kind)}:N", label=label, sentence=sentence, bounds=(1, MAX_SCORE), usual=usual)


# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class MatchRules:
    """The fields of a rule set about calls, penalties, scores and winning."""

    uno_duty: UnoDuty = choice(
        "D32",
        CALL,
        UnoDuty.ON_PLAY,
        title="Calling UNO",
        about="When you have to call UNO.",
        says={
            UnoDuty.NONE: "You don't have to call UNO.",
            UnoDuty.ON_PLAY: "When your play leaves you with one card, you must call UNO.",
            UnoDuty.ON_HOLD: "Whenever you are down to one card, however that happened, you must call UNO.",
        },
        labels={UnoDuty.NONE: "Never", UnoDuty.ON_PLAY: "As you play", UnoDuty.ON_HOLD: "Whenever you hold one card"},
    )
    uno_late_ok: bool = choice(
        "D33",
        CALL,
        True,
        title="Calling late",
        about="Whether you can still call UNO after your card is down.",
        says={
            True: "If you forgot to call UNO, you can still call as long as you can be caught.",
            False: "You must call UNO as you play the card: afterwards it is too late.",
        },
    )
    uno_window: UnoWindow = choice(
        "D34",
        CALL,
        UnoWindow.NEXT_TURN_BEGINS,
        title="Catching someone",
        about="How long a player who forgot to call UNO can be caught.",
        says={
            UnoWindow.NEXT_TURN_BEGINS: "A player who forgot to call UNO can be caught until the next turn begins.",
            UnoWindow.NEXT_CARD_PLAYED: "A player who forgot to call UNO can be caught until the next card is played.",
            UnoWindow.OWN_TURN_BEGINS: (
                "A player who forgot to call UNO can be caught until they play a card, or draw or pass on their own "
                "turn."
            ),
        },
        labels={
            UnoWindow.NEXT_TURN_BEGINS: "Until the next turn begins",
            UnoWindow.NEXT_CARD_PLAYED: "Until the next card is played",
            UnoWindow.OWN_TURN_BEGINS: "Until their own next turn begins",
        },
    )
    uno_penalty: int = number(
        "D35",
        CALL,
        2,
        (0, MAX_CARDS),
        title="Penalty for not calling",
        about="How many cards a player draws for being caught without calling UNO.",
        says="A player caught without calling UNO draws N cards.",
        examples=("2", "7", "0"),
    )
    uno_unnoticed: UnoUnnoticed = choice(
        "D52",
        CALL,
        UnoUnnoticed.SAFE,
        title="A forgotten call nobody notices",
        about="What happens if nobody catches a player who forgot to call UNO.",
        says={
            UnoUnnoticed.SAFE: "If nobody catches you, a forgotten call costs nothing.",
            UnoUnnoticed.FINED: "Even if nobody catches you in time, a forgotten call costs the penalty.",
        },
        labels={UnoUnnoticed.SAFE: "Nothing", UnoUnnoticed.FINED: "The penalty is paid"},
    )

    fine_illegal: int | None = number(
        "D36",
        CONDUCT,
        None,
        (1, MAX_CARDS),
        title="Playing a card that doesn't fit",
        about="Whether a card that doesn't fit is just refused, or costs a penalty.",
        says="A player who plays a card that doesn't fit takes it back and draws N cards.",
        none=Choice(text="reject", label="Refused", sentence="A card that doesn't fit is refused."),
        examples=("reject", "2"),
    )
    fined_turn: FinedTurn = choice(
        "D53",
        CONDUCT,
        FinedTurn.LOST,
        title="The turn after a card that doesn't fit",
        about="Whether a player who is fined for a card that doesn't fit also loses their turn.",
        says={
            FinedTurn.LOST: "A player who is fined for a card that doesn't fit loses their turn.",
            FinedTurn.KEPT: "A player who is fined for a card that doesn't fit keeps their turn.",
        },
    )
    fine_false_call: int = number(
        "D37",
        CONDUCT,
        0,
        (0, MAX_CARDS),
        title="False calls and accusations",
        about="What it costs to call UNO when it is not due, or to accuse someone wrongly.",
        says="A false call or a wrong accusation costs N cards.",
        special={0: "A false call or a wrong accusation is refused."},
        examples=("0", "2"),
    )
    fine_advice: int = number(
        "D38",
        CONDUCT,
        0,
        (0, MAX_CARDS),
        title="Giving advice",
        about="What it costs to tell another player what to play. The players judge this themselves.",
        says="Giving advice to another player costs N cards.",
        special={0: "There is no penalty for giving advice."},
        examples=("0", "4"),
    )
    ready_gate: ReadyGate = choice(
        "D39",
        CONDUCT,
        ReadyGate.OFF,
        title="Waiting for Ready",
        about="Whether play waits for a player who drew a penalty to say Ready.",
        says={
            ReadyGate.OFF: "Play continues at once after a penalty.",
            ReadyGate.WD_VICTIM: "After a Wild Draw, play waits until the player who drew says Ready.",
            ReadyGate.ANY_PENALTY: "After every penalty, play waits until the player who drew says Ready.",
        },
        labels={
            ReadyGate.OFF: "No",
            ReadyGate.WD_VICTIM: "After a Wild Draw",
            ReadyGate.ANY_PENALTY: "After every penalty",
        },
    )
    count_info: CountInfo = choice(
        "D40",
        CONDUCT,
        CountInfo.PUBLIC,
        title="Hand sizes",
        about="Whether everyone can see how many cards the others have.",
        says={
            CountInfo.PUBLIC: "Everyone can see how many cards the others have.",
            CountInfo.PUBLIC_WARN: "Everyone can see how many cards the others have, and a last card is announced.",
            CountInfo.HIDDEN: "How many cards the others have is not shown, and anyone can be accused.",
        },
        labels={
            CountInfo.PUBLIC: "Shown",
            CountInfo.PUBLIC_WARN: "Shown, and a last card is announced",
            CountInfo.HIDDEN: "Not shown",
        },
    )

    last_card: LastCard = choice(
        "D41",
        END,
        LastCard.DRAWS_APPLY,
        title="Going out with a draw card",
        about="Whether the next player still draws when someone goes out with a draw card.",
        says={
            LastCard.DRAWS_APPLY: "If someone goes out with a draw card, the next player still draws before scoring.",
            LastCard.IGNORED: "If someone goes out with a draw card, nobody draws for it.",
        },
        labels={LastCard.DRAWS_APPLY: "The next player draws", LastCard.IGNORED: "Nobody draws"},
    )
    last_exchange: LastExchange = choice(
        "D54",
        END,
        LastExchange.IGNORED,
        title="Going out with a swap or rotation",
        about="Whether hands still move when someone's last card swaps them or passes them on.",
        says={
            LastExchange.IGNORED: "If someone goes out with a card that swaps or rotates hands, the round is over.",
            LastExchange.APPLIES: (
                "A last card that swaps or rotates hands still does so; whoever then has no cards wins."
            ),
        },
        labels={LastExchange.IGNORED: "The round is over", LastExchange.APPLIES: "The hands still move"},
    )
    exit_ban: frozenset[Kind] = any_of(
        "D42",
        END,
        frozenset(),
        title="Cards you can't go out with",
        about="The kinds of cards that can't be your last card.",
        members={kind: f"{name[:1].upper()}{name[1:]}" for kind, name in KINDS.items()},
        say=_say_exit_ban,
        examples=("none", "wild,wild-draw"),
    )
    hand_limit: HandLimit | None = record(
        "D43",
        END,
        None,
        HandLimit,
        none="none",
        title="Too many cards",
        about="Whether a player with too many cards is out of the round.",
        choices=(
            Choice(text="none", label="No limit", sentence="Your hand can grow without limit."),
            Choice(
                text="N:aside",
                label="Out, the hand is put aside",
                sentence="A player who reaches N cards is out of the round; the hand is kept aside until a shuffle.",
                bounds=(2, CARDS),
                usual=25,
            ),
            Choice(
                text="N:discard",
                label="Out, the hand is discarded",
                sentence="A player who reaches N cards is out of the round; the hand goes under the discard pile.",
                bounds=(2, CARDS),
                usual=25,
            ),
        ),
        examples=("none", "25:aside", "25:discard"),
    )
    blocked_round: BlockedRound = choice(
        "D55",
        END,
        BlockedRound.LOWEST_WINS,
        title="When nobody can continue",
        about="Who wins a round in which nobody can continue.",
        says={
            BlockedRound.LOWEST_WINS: "When nobody can continue, the lowest hand wins the round.",
            BlockedRound.NOBODY_WINS: "When nobody can continue, nobody wins the round.",
        },
        labels={BlockedRound.LOWEST_WINS: "The lowest hand wins", BlockedRound.NOBODY_WINS: "Nobody wins"},
    )
    round_score: Scoring = record(
        "D44",
        END,
        Scoring(),
        Scoring,
        title="Scoring a round",
        about="Who scores what at the end of a round.",
        choices=(
            Choice(text=word(RoundScore.NONE), label="No score", sentence="Rounds are not scored."),
            Choice(
                text=word(RoundScore.WINNER_TAKES),
                label="The winner scores the other hands",
                sentence="The winner of a round scores the cards left in the other hands.",
            ),
            Choice(
                text=word(RoundScore.OWN_HAND),
                label="Everyone scores their own hand",
                sentence="Everyone scores their own hand; the winner of a round scores nothing.",
            ),
            Choice(
                text=f"{word(RoundScore.FLAT)}:N",
                label="The winner scores a fixed number",
                sentence="The winner of a round scores N points.",
                bounds=(1, MAX_SCORE),
                usual=1000,
            ),
        ),
        examples=("none", "winner-takes", "own-hand", "flat:1000"),
    )
    card_values: tuple[tuple[str, int], ...] = declare(  # only where they differ from the deck, by card or by rank
        "D45",
        END,
        (),
        key="values",
        title="Card values",
        about="What cards left in hand count, where it differs from their points in the deck.",
        form=Pairs(
            key=None,
            cards=True,
            value=Number(0, MAX_POINTS, says="It counts N points.", special={}, none=None, examples=()),
            most=MOST_VALUES,
            labels=("Card or rank", "Points"),
            say=say_card_values,
            examples=("none", "S:10,w+4:40"),
        ),
    )
    match_end: Ending = record(
        "D46",
        END,
        Ending(),
        Ending,
        title="Winning the match",
        about="When the match is over, and who wins it.",
        choices=(
            Choice(text=word(MatchEnd.SINGLE_ROUND), label="One round", sentence="One round decides the match."),
            _ending(
                MatchEnd.REACH_WINS,
                "Highest total wins",
                "When someone reaches N points, the highest total wins.",
            ),
            _ending(
                MatchEnd.REACH_LOSES,
                "Reaching the limit loses",
                "Whoever reaches N points loses, and everyone else wins.",
                usual=200,
            ),
            _ending(
                MatchEnd.REACH_LOWEST_WINS,
                "Lowest total wins",
                "When someone reaches N points, the lowest total wins.",
            ),
            _ending(
                MatchEnd.REACH_OUT,
                "Elimination",
                "Whoever reaches N points is out, and the last player left wins.",
            ),
            _ending(
                MatchEnd.ROUNDS,
                "A number of rounds",
                "The match lasts N rounds, and the best total wins.",
                usual=5,
            ),
            _ending(
                MatchEnd.SURVIVAL,
                "Survival",
                "Everyone starts with N points and loses points for their hand; at zero you are out, and the last "
                "player left wins.",
            ),
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
    teams: Teams = choice(
        "D47",
        END,
        Teams.NONE,
        title="Partners",
        about="Whether players who sit opposite each other play together.",
        says={
            Teams.NONE: "Everyone plays alone.",
            Teams.PARTNERS: "Players who sit opposite each other are partners: when one goes out, both win.",
        },
        labels={Teams.NONE: "Everyone plays alone"},
    )
    skin: Skin = choice(
        "D48",
        SETUP,
        Skin.WHITE,
        title="Look of the cards",
        about="The colour behind the cards. It changes nothing in the game.",
        says={
            Skin.WHITE: "Cards have a white background.",
            Skin.BLACK: "Cards have a black background.",
        },
    )
