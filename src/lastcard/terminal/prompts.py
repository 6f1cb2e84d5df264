"""What a terminal shows a person, made from the view of their seat."""

from .._util.grammar import capital, listed
from ..game.status import Status
from ..game.view import View
from ..rules import Ruleset
from ..words.questions import Said, has_calls, in_quotes, last_cards, only_choice, own_actions, partner_of, question
from ..words.speaker import Speaker, cards_in_hand, direction_name, top_words

# ---------------------------------------------------------------- what lies there


def table_lines(view: View, speaker: Speaker) -> list[str]:
    """Return what everyone sees: the top card, the direction, how many cards the others hold."""
    status = view.status
    line = f"On top: {top_words(view.rules.deck, status)}."
    if status.seats > 2:
        line += f" Play goes {direction_name(status.direction)}."
    partner = partner_of(view.rules, status.seats, view.seat)
    names = {
        seat: name + (" (your partner)" if seat == partner else "")
        for seat, name in enumerate(speaker.names)
        if seat != view.seat
    }
    hidden = [name for seat, name in names.items() if status.held[seat] is None and seat not in status.out]
    others = [_other(status, seat, name) for seat, name in names.items() if name not in hidden]
    if hidden:
        others.append(f"{listed(hidden)} {'is' if len(hidden) == 1 else 'are'} in the round; hand sizes are hidden")
    return [line, f"{', '.join(others)}."]


def _other(status: Status, seat: int, name: str) -> str:
    size = status.held[seat]
    if seat in status.out or size is None:
        return f"{name} is out"
    called = " and has called UNO" if seat in status.called else ""
    return f"{name} holds {cards_in_hand(size)}{called}"


def hand_line(view: View) -> str:
    """Return the person's hand, in the order of the deck."""
    speaker = Speaker(view.rules.deck, ())
    return f"You hold {cards_in_hand(len(view.hand))}: {', '.join(speaker.card(card) for card in view.hand)}."


def piles_line(status: Status) -> str:
    """Return the sizes of the two piles."""
    return f"The stock has {cards_in_hand(status.stock)}, the discards have {status.discards + 1}."


def notices(rules: Ruleset, speaker: Speaker, before: Status, after: Status) -> list[str]:
    """Return notices about changes that are easily missed."""
    lines = []
    if before.direction != after.direction and after.seats > 2 and not after.over:
        lines.append(f"Play now goes {direction_name(after.direction)}.")
    known = last_cards(rules, before)
    lines += [one_card_left(speaker, seat) for seat in last_cards(rules, after) if seat not in known]
    return [capital(line) for line in lines]


def one_card_left(speaker: Speaker, seat: int) -> str:
    """Return the announcement that a player has one card left (D40)."""
    return capital(f"{speaker.does(seat, 'has')} one card left.")


# ---------------------------------------------------------------- what may be done


def could_type(view: View) -> str:
    """Return what can be typed now; calls and accusations are always named, so nothing is given away."""
    words = [action.text for action in own_actions(view)]
    speaking = " To call or to accuse: uno, caught." if has_calls(view.rules) else ""
    return (f"You could type: {', '.join(words)}." if words else "You have nothing to play now.") + speaking


# ---------------------------------------------------------------- what is asked


def turn_prompt(view: View, speaker: Speaker, said: Said = in_quotes) -> str:
    """Return what the table asks the seat of the view, and what Enter alone does."""
    asked = question(view, speaker, said)
    choice = only_choice(view)
    return f"{asked} (Enter: {choice})" if choice else asked


def beside_prompt(view: View, speaker: Speaker, example: str = "", *, jump_in: bool = False) -> str:
    """Return what people who may claim something out of turn are asked; it does not say why.

    Of several people, each begins with their name, as in the example.
    """
    how = f"; otherwise say who and what, as in '{example}'" if example else ""
    how += "; to jump in, type only your name" if jump_in else ""
    return f"Anything to say before {speaker.does(view.status.turn, 'plays')}? (Enter: no{how})"
