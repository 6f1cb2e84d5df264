"""Large signs drawn with half blocks: digits, plus, Skip, Reverse; and the cup of a match that is won."""

from collections.abc import Sequence

_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}

# Five pixels high; "#" is a pixel.
_SIGNS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "+": ("   ", " # ", "###", " # ", "   "),
    "⊘": (" ### ", "#  ##", "# # #", "##  #", " ### "),
    "⇄": (" #    ", "######", " #  # ", "######", "    # "),
}

CUP = (
    "▄█████████▄",
    "█ ███████ █",
    "▀▄███████▄▀",
    "   ▀███▀   ",
    "    ▄█▄    ",
    "   ▀▀▀▀▀   ",
)


def drawn(signs: str, scale: int = 1) -> list[str] | None:
    """Return signs as lines of half blocks, one cell apart; None if one of them cannot be drawn."""
    if not signs or any(sign not in _SIGNS for sign in signs):
        return None
    return [" ".join(parts) for parts in zip(*(_halved(_scaled(_SIGNS[sign], scale)) for sign in signs), strict=True)]


def _scaled(rows: Sequence[str], scale: int) -> list[str]:
    wide = ["".join(pixel * scale for pixel in row) for row in rows]
    return [row for row in wide for _ in range(scale)]


def _halved(rows: Sequence[str]) -> list[str]:
    """Return two rows of pixels as one line."""
    even = [*rows, " " * len(rows[0])] if len(rows) % 2 else list(rows)
    pairs = zip(even[::2], even[1::2], strict=True)
    return ["".join(_BLOCKS[a == "#", b == "#"] for a, b in zip(*pair, strict=True)) for pair in pairs]
