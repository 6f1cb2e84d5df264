"""Write docs/reference.md: every public name with the first sentence of its docstring.

    python scripts/reference.py

The site shows the same groups with signatures and whole docstrings (scripts/site.py).
"""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parents[1] / "docs" / "reference.md"


class Group(NamedTuple):
    """Names that are used together, and where they are imported from."""

    title: str
    module: str
    names: tuple[str, ...]


EVENTS = (
    "Event", "Picked", "Dealt", "StartRefused", "Turned", "Named", "Laid", "How", "Called", "Drew", "Passed", "Took",
    "LostTurns", "DrewPenalty", "Fined", "ForgotCall", "Caught", "AccusedInVain", "CallOverdue", "Challenged", "Shown",
    "BluffProved", "ChallengeFailed", "Returned", "Swapped", "Rotated", "Holds", "SaidReady", "Refilled", "KnockedOut",
    "Left", "Blocked", "Revealed", "Won",
)  # fmt: skip
GROUPS = (
    Group("Rounds and matches", "lastcard", ("Round", "Match", "Change", "TakeBack", "Deal", "ScoreSheet")),
    Group("Cards and actions", "lastcard", ("Card", "Face", "Action", "ActionKind", "Move")),
    Group("What a seat knows", "lastcard", ("View", "Status", "Phase", "Choices", "Lay", "Claims", "Fouls", "Memory")),
    Group("Rules and decks", "lastcard", ("Ruleset", "house_rules", "Deck", "register_deck")),
    Group("Words", "lastcard", ("Speaker", "question", "told_to", "Reason", "check_name")),
    Group(
        "Records", "lastcard",
        ("Record", "RecordedMatch", "Keeper", "FileKeeper", "Journal", "Replay", "record_for_seat"),
    ),
    Group("Events", "lastcard", EVENTS),
    Group(
        "Errors", "lastcard",
        ("LastCardError", "IllegalAction", "NotationError", "PositionError", "RecordError", "RulesetError"),
    ),
    Group(
        "Simulation", "lastcard.sim",
        ("play", "Result", "Totals", "Mean", "compare", "Comparison", "Change", "Measured", "say_changes", "knowledge"),
    ),
    Group("Environments", "lastcard.env", ("Tables", "Lookahead", "Observer", "IllegalChoice")),
    Group(
        "Bots", "lastcard.bots",
        ("Bot", "Answer", "BotMove", "Claim", "make_bot", "bot_names", "register", "is_installed", "with_call", "move",
         "decided", "claimed", "claims_by_views", "claims_in_order", "own_seat", "read_answer", "refused", "RandomBot",
         "GreedyBot", "CarefulBot", "SearchBot", "LearnedBot", "Fallible", "Slips", "slips_of", "Timed"),
    ),
    Group("Arena", "lastcard.arena", ("play", "Result", "Tally", "pair_share", "wilson")),
    Group(
        "Online client", "lastcard.online.client",
        ("OnlineTable", "Account", "News", "play_bot", "Refused", "HttpRefused", "TableClosed", "UnfairDeal"),
    ),
)  # fmt: skip


def first_sentence(value: Any) -> str:
    """Return the first sentence of a docstring, or raise ValueError if there is none of ours."""
    text = inspect.getdoc(value) or ""
    if not text or text.startswith(("dict(", f"{getattr(value, '__name__', '')}(")):
        raise ValueError(f"{value!r} has no docstring")
    return " ".join(text.split("\n\n")[0].split()).split(":  ")[0].split(".  ")[0].rstrip(".") + "."


def text() -> str:
    """Return the page."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield "# Reference"
    yield ""
    yield (
        "Every public name and what it is. The docstrings say more (`help(lastcard.Round)`), and the site that "
        "`make site` builds has all of them. `make docs` writes this page."
    )
    for group in GROUPS:
        yield ""
        yield f"## {group.title}"
        yield ""
        yield f"From `{group.module}`:"
        yield ""
        yield "| name | what it is |"
        yield "|---|---|"
        module = import_module(group.module)
        for name in group.names:
            yield f"| `{name}` | {first_sentence(getattr(module, name)).replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
