"""Values that are more than one word (numbers, sets, what `values` has) as sentences: a function for each dimension."""

from ..core.terms import Axis, BatchMode, Kind, MatchEnd, NumberEffect, RoundScore, Total
from .decks import CardType, Deck
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
    SkipTotal,
)

# ---------------------------------------------------------------- pieces


def _cards(n: int) -> str:
    return "no cards" if n == 0 else "1 card" if n == 1 else f"{n} cards"


def _turns(n: int) -> str:
    return "1 turn" if n == 1 else f"{n} turns"


def _listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


_KINDS = {
    Kind.NUMBER: "numbers",
    Kind.SKIP: "Skips",
    Kind.REVERSE: "Reverses",
    Kind.DRAW: "coloured draw cards",
    Kind.WILD: "plain wilds",
    Kind.WILD_DRAW: "Wild Draws",
    Kind.ACTION: "other action cards",
}


# ---------------------------------------------------------------- dimensions


def deck(pack: Deck) -> str:
    """D01: the pack."""
    colours = _listed([name for _, name in pack.colours])
    return f"The pack is {pack.name}: {_cards(pack.size)}, colours {colours}."


def seats(bounds: tuple[int, int]) -> str:
    """D02: how many play."""
    fewest, most = bounds
    return f"{most} players play." if fewest == most else f"{fewest} to {most} players play."


def hand_size(n: int) -> str:
    """D03: the deal."""
    return f"Each player is dealt {_cards(n)}."


def match_axes(axes: frozenset[Axis]) -> str:
    """D11: what fits."""
    words = [axis.name.lower() for axis in sorted(axes)]
    if not words:
        return "Only wilds are laid."
    return f"A coloured card fits by {_listed(words, last='or')}."


def batch(lay: Batch) -> str:
    """D12: how many cards make a lay."""
    if lay.mode is BatchMode.OFF:
        return "One card is laid at a time."
    if lay.mode is BatchMode.IDENTICAL:
        return f"Up to {lay.n} identical cards may be laid at once."
    return f"Up to {lay.n} cards of one value, whatever their colours, may be laid at once."


def draw_size(n: int | None) -> str:
    """D13: how many cards a turn draws."""
    if n is None:
        return "Who lays nothing draws until a card fits."
    if n == 1:
        return "Who lays nothing draws 1 card."
    return f"Who lays nothing draws until a card fits, at most {_cards(n)}."


def number_effects(effects: tuple[tuple[int, NumberEffect], ...]) -> str:
    """D21: numbers that do something."""
    if not effects:
        return "Numbers have no effect."
    words = {
        NumberEffect.SWAP_CHOICE: "swaps its player's hand with a chosen one",
        NumberEffect.ROTATE: "passes every hand on to the next player",
    }
    text = _listed([f"a {number} {words[effect]}" for number, effect in effects])
    return f"{text[0].upper()}{text[1:]}."


def challenge_terms(terms: ChallengeTerms) -> str:
    """D24: the price of a challenge."""
    who = "The player hit" if terms.by is Challenger.TARGET else "Any player"
    card = "the card stays" if terms.card is CardFate.STAYS else "the card goes back to the hand"
    wrong = f"a wrong challenge costs {_cards(terms.extra)} more"
    if terms.by is Challenger.ANY_INSTEAD:
        wrong += ", and whoever made it draws everything in the place of the player hit"
    return f"{who} may challenge a Wild Draw: a cheat draws {_cards(terms.guilty_draws)} for each and {card}; {wrong}."


def skip_total(total: SkipTotal) -> str:
    """D29: the turns lost at the end of a chain."""
    if total.total is Total.LAST:
        return "At the end of a chain of Skips only the last lay counts."
    if not total.cap:
        return "At the end of a chain of Skips all lost turns add up."
    return f"At the end of a chain of Skips the lost turns add up, to {_turns(total.cap)} at most."


def jump_in(jump: JumpIn | None) -> str:
    """D31: laying out of turn."""
    if jump is None:
        return "Nobody lays out of turn."
    text = "A card identical to the top card may be laid out of turn"
    if jump.excepting:
        text += f", but no {_listed([_KINDS[kind] for kind in sorted(jump.excepting)], last='or')}"
    if jump.others_only:
        text += " by anyone but its player"
    text += ", also on the opening card" if jump.on_start else ", not on the opening card"
    return text + (", also as the last card." if jump.may_win else ", not as the last card.")


def deflect_draw2(kinds: frozenset[Kind]) -> str:
    """D50: what sends a coloured draw card on."""
    return _deflect(kinds, "a coloured draw card")


def deflect_wd(kinds: frozenset[Kind]) -> str:
    """D51: what sends a Wild Draw on."""
    return _deflect(kinds, "a Wild Draw")


def _deflect(kinds: frozenset[Kind], what: str) -> str:
    words = {Kind.SKIP: "A Skip", Kind.REVERSE: "A Reverse"}
    named = _listed([words[kind] for kind in sorted(kinds)], last="or").replace("or A", "or a")
    if not kinds:
        return f"Skips and Reverses do not answer {what}."
    return f"{named} of the active colour may answer {what}: it sends the cards owed on."


def uno_penalty(n: int) -> str:
    """D35: the price of a forgotten call."""
    return f"A player caught without a call draws {_cards(n)}."


def fine_illegal(n: int | None) -> str:
    """D36: the price of a card that does not fit."""
    if n is None:
        return "A card that does not fit is refused."
    return f"A card that does not fit is taken back, and its player draws {_cards(n)}."


def fine_false_call(n: int) -> str:
    """D37: the price of a wrong call or accusation."""
    if n == 0:
        return "A call that is not due and a groundless accusation are refused."
    return f"A call that is not due or a groundless accusation costs {_cards(n)}."


def fine_advice(n: int) -> str:
    """D38: the price of advice."""
    return f"Advice to another player costs {_cards(n)}." if n else "Advice to another player is not fined."


def exit_ban(kinds: frozenset[Kind]) -> str:
    """D42: what may not be the last card."""
    if not kinds:
        return "Any card may be the last."
    return f"These may not be the last card: {_listed([_KINDS[kind] for kind in sorted(kinds)])}."


def hand_limit(limit: HandLimit | None) -> str:
    """D43: how many cards a hand may have."""
    if limit is None:
        return "A hand may grow without bound."
    where = "is put aside until the next shuffle" if limit.mode is LimitMode.ASIDE else "goes under the discards"
    return f"Whoever reaches {_cards(limit.n)} is out of the round; the hand {where}."


def round_score(score: Scoring) -> str:
    """D44: what a round scores."""
    return {
        RoundScore.NONE: "A round is not scored.",
        RoundScore.WINNER_TAKES: "The winner of a round scores the cards the others hold.",
        RoundScore.OWN_HAND: "Everybody writes down the own hand; the winner of a round writes nothing.",
        RoundScore.FLAT: f"The winner of a round scores {score.flat} points.",
    }[score.kind]


def card_values(values: tuple[tuple[str, int], ...], pack: Deck | None = None) -> str:
    """D45: what a card counts; of a deck that is known, in points."""
    text = "A card left in hand counts its points in the deck"
    if pack is not None:
        text += f": {'; '.join(_points(pack))}"
    if values:
        text += f", but {_listed([f'{card} counts {points}' for card, points in values])}"
    return f"{text}."


def _points(pack: Deck) -> list[str]:
    """What the cards of a deck count, those together that count the same."""
    alike: dict[str, list[str]] = {}
    for kind in Kind:
        worth = {_rank(card): _worth(card) for card in pack.types if card.kind is kind}
        if len(set(worth.values())) == 1:
            worth = {_KINDS[kind]: next(iter(worth.values()))}
        for cards, points in worth.items():
            alike.setdefault(points, []).append(cards)
    return [f"{_listed(names)} {points}" for points, names in alike.items()]


def _rank(card: CardType) -> str:
    """A card as it is written, whatever its colour."""
    return card.text if card.wild else card.text[1:]


def _worth(card: CardType) -> str:
    return "their value" if card.points == card.number else str(card.points)


def match_end(ending: Ending) -> str:
    """D46: what ends the match."""
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
