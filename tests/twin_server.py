"""`lastcard serve` whose rounds begin from positions in a file: by rule set, one after another.

Who deals first is drawn with one and the same key.  The rest is the server as it is, so two of these with twin
positions differ only in the cards.
"""

import json
import os
import sys
from pathlib import Path

from lastcard import fair
from lastcard.cli import main
from lastcard.core.layout import Sheet
from lastcard.match import Match, place
from lastcard.round import Round

POSITIONS: dict[str, list[str]] = json.loads(Path(os.environ["TWIN_POSITIONS"]).read_text())


def dealt(self: Match, sheet: Sheet, key: bytes) -> Round:
    return place(Round.from_position(POSITIONS[self.rules.id].pop(0)), sheet)


fair.deal_key = lambda *parts: bytes(fair.SECRET_SIZE)
Match._dealt = dealt  # type: ignore[method-assign]
sys.exit(main(sys.argv[1:]))
