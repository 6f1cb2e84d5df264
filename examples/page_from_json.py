"""A page drawn from the JSON of a view, without a server: `python examples/page_from_json.py > table.html`.

A real page would get the same JSON from your server, and knows no rules either: what can be played is in `choices`.
"""

import html
import json
from collections.abc import Iterator
from typing import Any

from lastcard import Round

COLOURS = {"r": "#d33", "g": "#2a7", "b": "#26c", "y": "#da0", "w": "#222"}
STYLE = """
body { font: 18px sans-serif; background: #14532d; color: #fff; text-align: center }
.card { display: inline-block; width: 3em; padding: 2em 0; margin: .2em; border: 3px solid #fff; border-radius: .5em }
.card.playable { outline: 4px solid #fff; transform: translateY(-.5em) }
"""


def card(text: str, playable: bool = False) -> str:
    """Return a card as HTML."""
    word = html.escape(text[1:] or "wild")
    kind = "card playable" if playable else "card"
    return f'<span class="{kind}" style="background: {COLOURS[text[0]]}">{word}</span>'


def page(view: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a page that shows a view."""
    status, playable = view["status"], {lay["card"] for lay in view["choices"]["lays"]}
    yield f"<!doctype html><meta charset=utf-8><title>Table</title><style>{STYLE}</style>"
    for seat, held in enumerate(status["held"]):
        if seat != view["seat"]:
            yield f"<p>Seat {seat} holds {held} cards{' and is on turn' if status['turn'] == seat else ''}</p>"
    yield f"<p>{card(status['top'])}</p><p>{status['stock']} cards in the stock</p>"
    yield f"<p>{''.join(card(text, text in playable) for text in view['hand'])}</p>"
    yield f"<p>You can also: {', '.join(view['choices']['says']) or 'nothing'}</p>"


def main() -> None:
    """Print the page of the seat on turn."""
    table = Round.deal("official", seats=4, seed=3)
    sent = json.dumps(table.view(table.turn).to_dict())  # what a server would send
    print("\n".join(page(json.loads(sent))))


if __name__ == "__main__":
    main()
