"""Where everything at the table is, at every size of screen: real boxes in a real browser."""

import re
from collections import Counter

import pytest

from lastcard.rules import ruleset_of
from page_stage import MANY, Scene

# From the smallest phone to a wall; also phones below the bars of a browser, and on their side.
SIZES = (
    (320, 568), (360, 640), (375, 553), (390, 664), (390, 844), (667, 331), (844, 390), (768, 1024), (1024, 768),
    (1440, 900), (2560, 1440),
)  # fmt: skip
HELD = (1, 5, 2, 7, 1, 3, 11, 2, 4)  # how many cards the others hold; the first of them has forgotten to call
CARD = re.compile(r"w\+4|w|[rgby](?:\+2|[0-9SR])")


def position(seats: int, cards: int) -> str:
    """Return a table on which the first seat is on turn with so many cards, and may catch the second."""
    own = CARD.findall(MANY)[:cards]
    deck = ruleset_of("official").deck
    whole = Counter({card.text: count for card, count in zip(deck.cards, deck.counts, strict=True)})
    rest = list((whole - Counter([*own, "g5"])).elements())
    hands = ["".join(own)]
    for count in HELD[: seats - 1]:
        hands.append("".join(rest.pop(7 * len(rest) // 11) for _ in range(count)))
    hands[1] += "*"
    return f"{'/'.join(hands)} g5 >0 @1 * official"


# What lies on anything else or outside, what cannot be pressed as a whole, and piles that are too small.  What is
# written on a pile belongs to it.
FAULTS = """() => {
  const named = one => one.dataset.seat ?? one.dataset.place ?? one.className;
  const box = one => one.getBoundingClientRect();
  const parts = [...document.querySelectorAll("[data-seat], .pile, .slot button, .lines p, [data-place=hand]," +
    " header button")].filter(one => box(one).width > 1);
  const found = [];
  for (const one of parts) {
    const {left, top, right, bottom} = box(one);
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    if (!inside) found.push([named(one), "outside"]);
  }
  for (const [place, one] of parts.entries())
    for (const other of parts.slice(place + 1)) {
      const [a, b] = [box(one), box(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push([named(one), named(other)]);
    }
  for (const one of document.querySelectorAll(".slot button, header button, button.stock")) {
    const {left, top, right, bottom} = box(one);
    const inside = [[left + 6, top + 6], [right - 6, top + 6], [(left + right) / 2, (top + bottom) / 2]];
    if (!inside.every(([x, y]) => one.contains(document.elementFromPoint(x, y)))) found.push([named(one), "covered"]);
    if (right - left < 44 || bottom - top < 44) found.push([named(one), "too small"]);
  }
  for (const pile of ["stock", "discards"])
    if (box(document.querySelector(`[data-place=${pile}]`)).width < 56) found.push([pile, "too small"]);
  return parts.length < 8 ? [["too few parts"]] : found;
}"""


@pytest.mark.parametrize("cards", [1, 2, 7, 20, 30])
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_everything_has_its_place_at_every_size(camera, seats: int, cards: int) -> None:
    page = camera.open((1440, 900))
    camera.table(page, Scene("layout", position(seats, cards)))
    page.get_by_role("button", name="Catch Noor").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(100):  # until the table has fitted itself into its room
            if not (faults := page.evaluate(FAULTS)):
                break
            page.wait_for_timeout(50)
        assert faults == [], (width, height)
