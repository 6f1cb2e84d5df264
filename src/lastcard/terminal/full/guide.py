"""Help: the keys, how to play by the rules at hand in one screen, and the whole rules under headings."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..._util.grammar import capital
from ...core.terms import Kind, MatchEnd, NumberEffect
from ...rules import PRESETS, Card, Ruleset, describe, diff
from ...rules.declare import GROUPS
from ...rules.dimensions import DIMENSIONS
from ...words.catalogue import words
from ...words.questions import has_calls
from ...words.speaker import card_name
from .faces import Faces
from .widgets import hanging

_HEADING = "bold underline"
_CALLS = ("u", "k")

KEY_TABLE = (
    ("← → and Enter", "choose a card and play it; a click plays it too"),
    ("1 to 9, 0, A to Z", "play the card with that key at once"),
    ("d", "draw a card"),
    ("p", "pass, after drawing"),
    ("t", "take the cards you must draw"),
    ("c", "challenge a Wild Draw Four"),
    ("e", "end your play, when you could add more cards"),
    ("r", "say that you are ready"),
    ("u", "call UNO: before the card that leaves you one, or late, before you are caught"),
    ("k", "catch a player who did not call; you have to notice it yourself"),
    ("Space", "do not wait: the bar shows how long the others wait for you"),
    ("?", "a hint, and what the rules say about the card under the cursor (twice in a small window)"),
    ("z", "undo your last move"),
    ("v", "change the speed; at 'instant' you have no time to react"),
    ("h or F1", "how to play; again: these keys; again: the whole rules"),
    ("Esc or m", "menu: rematch, set-up, unfinished matches, saving, replays, results"),
    ("Ctrl+T", "light or dark"),
    ("q", "quit; every move is saved, and the match can be continued"),
)
_SIGNS = "✓ can be played   ? would be a bluff   · cannot be played   new: just drawn"


def keys_help(rules: Ruleset, faces: Faces) -> list[RenderableType]:
    """Return the keys that do something under these rules."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for key, does in KEY_TABLE:
        if has_calls(rules) or key not in _CALLS:
            table.add_row(key, does)
    shapes = Text("  ").join(faces.colour(row) for row in range(len(faces.deck.colours)))
    several = "Several people at one screen: Enter shows your hand; your number claims something out of turn."
    return [table, Text(), Text(_SIGNS), Text("Colours are shapes too: ").append_text(shapes), Text(several)]


# ---------------------------------------------------------------- in one screen


def rules_title(rules: Ruleset) -> str:
    """Return a rule set as people call it: 'Official + seven-zero'."""
    preset, *options = rules.id.split("+")
    title = PRESETS[preset].title if preset in PRESETS else capital(preset)
    return " + ".join([title, *options])


def match_goal(rules: Ruleset) -> str:
    """Return what the match is played to, in a few words."""
    end = rules.match_end
    if end.kind is MatchEnd.REACH_WINS:
        return f"first to {end.n}"
    return f"{end.n} rounds" if end.kind is MatchEnd.ROUNDS else ""


def how_to_play(rules: Ruleset, faces: Faces) -> list[RenderableType]:
    """Return the rules at hand in one screen."""
    said = {line.id: line.sentence for line in describe(rules) if line.matters}
    turn = [said.get(id, "") for id in ("D11", "D12", "D13", "D15", "D31") if id not in _usual(rules, "D12", "D31")]
    call = [said.get(id, "") for id in ("D32", "D34", "D35")]
    parts: list[RenderableType] = []
    for title, sentences in (
        ("The aim", ["Be the first to play all your cards.", said.get("D44", ""), said.get("D46", "")]),
        ("Your turn", [*turn, "A wild fits on every card, and you name the colour that follows."]),
        ("Your last card", call if has_calls(rules) else ["Nobody has to call UNO."]),
    ):
        parts.append(Text(f"{title}  ", "bold").append(" ".join(filter(None, sentences)), "not bold"))
    parts += [Text("What the cards do", "bold"), _card_table(rules, faces, said)]
    parts += list(_differences(rules))
    return parts


def _usual(rules: Ruleset, *ids: str) -> list[str]:
    """Return those of some dimensions in which a rule set is like the official one."""
    names = {dimension.id: name for name, dimension in DIMENSIONS.items()}
    official = Ruleset()
    return [id for id in ids if getattr(rules, names[id]) == getattr(official, names[id])]


_MOVES_HANDS = {
    NumberEffect.SWAP_CHOICE: "You swap hands with a player you choose.",
    NumberEffect.ROTATE: "Everyone passes their hand on.",
    NumberEffect.MAY_SWAP: "You can swap hands with a player you choose.",
}


def _card_table(rules: Ruleset, faces: Faces, said: dict[str, str]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column()
    for card in _examples(rules):
        table.add_row(faces.chip(card.code), _does(rules, card, said))
    for number, effect in rules.number_effects:
        for card in [card for card in rules.deck.cards if card.rank == str(number)][:1]:
            table.add_row(faces.chip(card.code), _MOVES_HANDS[effect])
    return table


def _examples(rules: Ruleset) -> Iterator[Card]:
    """Yield one card of each kind that does something."""
    seen = set()
    for card in rules.deck.cards:
        key = card.kind, card.draws
        if card.kind is not Kind.NUMBER and key not in seen:
            seen.add(key)
            yield card


def _does(rules: Ruleset, card: Card, said: dict[str, str]) -> str:
    if card.kind is Kind.SKIP:
        return said["D17"]
    if card.kind is Kind.REVERSE:
        return said["D18"]
    if card.draws:
        draws = f"{card_name(rules.deck, card) if card.wild else 'The next player'} "
        lost = " and loses their turn" if rules.draw_forfeits_turn else ""
        draws = f"The next player draws {card.draws}{lost}."
        return f"{draws} {said.get('D22', '') if card.wild else ''}".strip()
    return "Name the colour that follows."


def _differences(rules: Ruleset) -> Iterator[RenderableType]:
    found = diff(rules, Ruleset())
    sentences = [line.one for line in found if line.name not in ("deck", "seats", "skin")]
    if sentences:
        yield Text(f"{rules_title(rules)} differs from the official rules", "bold")
        yield from (hanging("• ", one) for one in sentences[:6])
        if len(sentences) > 6:
            yield Text(f"  and {len(sentences) - 6} more; press h for all rules", "dim")


# ---------------------------------------------------------------- the whole rules


def whole_rules(rules: Ruleset, *, opened: Sequence[str] = GROUPS) -> list[RenderableType]:
    """Return every rule that matters under its heading, after what differs from the official rules."""
    parts: list[RenderableType] = []
    if found := diff(rules, Ruleset()):
        parts += [Text("What differs from the official rules", _HEADING)]
        parts += [hanging("• ", Text(line.one).append(f" ({line.id})", "dim")) for line in found] + [Text()]
    lines = [line for line in describe(rules) if line.matters]
    for group in opened:
        members = [line for line in lines if DIMENSIONS[line.name].group == group]
        if members:
            parts.append(Text(words().say(f"group.{group}"), _HEADING))
            parts += [hanging("• ", Text(line.sentence).append(f" ({line.id})", "dim")) for line in members] + [Text()]
    return parts
