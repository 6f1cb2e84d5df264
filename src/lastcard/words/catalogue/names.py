"""Names of cards, colours and actions from their notation.  `web/src/lib/words/names.ts` makes the same."""

import re
from collections.abc import Callable, Mapping

from . import Words

_LETTERS = {"red": "r", "green": "g", "blue": "b", "yellow": "y"}
_NO_COLOURS: Mapping[str, str] = {}


def colour_name(words: Words, colour: str) -> str:
    """Return the name of a colour from its letter or its name in a deck; decks may have others, which stay."""
    id = f"colour.{_LETTERS.get(colour, colour)}"
    if id in words:
        return words.say(id)
    return colour.upper() if len(colour) == 1 else colour


def rank_name(words: Words, rank: str) -> str:
    """Return a rank of a coloured card in words: '7', 'Skip', 'Draw Two'."""
    if rank.startswith("+"):
        return words.say("rank.draw", n=rank[1:])
    return words.say(f"rank.{rank}") if rank in ("S", "R") else rank


def card_name(words: Words, text: str, colours: Mapping[str, str] = _NO_COLOURS) -> str:
    """Return a card in words, a wild with its colour; `colours` are the names of a deck's colours by letter."""
    card, _, named = text.partition(":")
    name = coloured_name(words, card[0], rank_name(words, card[1:]), colours)
    return words.say("card.named", card=name, colour=colour_name(words, colours.get(named, named))) if named else name


def coloured_name(words: Words, letter: str, rank: str, colours: Mapping[str, str] = _NO_COLOURS) -> str:
    """Return the name of a card from the letter of its colour, `w` for a wild, and its rank in words."""
    if letter == "w":
        return words.say("card.wild", rank=rank) if rank else words.say("rank.wild")
    return words.say("card.name", colour=colour_name(words, colours.get(letter, letter)), rank=rank)


def card_or_rank(words: Words, text: str) -> str:
    """Return a card, or a rank that stands for all cards of it, in words."""
    return card_name(words, text) if text[:1].islower() else rank_name(words, text)


def action_name(
    words: Words, action: str, who: Callable[[int], str], card: Callable[[str], str], *, turns: bool = False
) -> str:  # fmt: skip
    """Return an action in words: 'play red 5 and choose green'; `turns` says that what is owed are turns, not cards."""
    word, _, seat = action.partition(" ")
    if word == "catch":
        return words.say("act.catch", name=who(int(seat)))
    if action.startswith(":"):
        return words.say("act.name", colour=colour_name(words, action[1:]))
    if action.startswith(">"):
        return words.say("act.choose", name=who(int(action[1:])))
    if action == "take" and turns:
        return words.say("act.take.turns")
    return words.say(f"act.{action}") if f"act.{action}" in words else _play_name(words, action, who, card)


def _play_name(words: Words, action: str, who: Callable[[int], str], card: Callable[[str], str]) -> str:
    cards = words.listed([card(text) for text in re.findall("[a-z][A-Z0-9+]*", re.split("[:>&!]", action)[0])])
    colour = re.search(":([a-z])", action)
    chosen = re.search(r">(\d)", action)
    what = (
        words.say("act.play.colour", cards=cards, colour=colour_name(words, colour[1]))
        if colour
        else words.say("act.play", cards=cards)
    )
    if chosen:
        what = words.listed([what, words.say("act.choose", name=who(int(chosen[1])))])
    return words.say("act.with-call", what=what) if action.endswith("!") else what
