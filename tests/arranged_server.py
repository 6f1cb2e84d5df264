"""`lastcard serve` whose rounds begin from positions in a file: by rule set, one after another.

The file is read, and the position taken out of it, at each deal.  A rule set without a position is dealt as usual, and
every deal has one and the same key.  The rest is the server as it is, so two of these with twin positions differ only
in the cards.  A restarted server cannot go on with such a round.
"""

import json
import os
import sys
from pathlib import Path

from lastcard.archive import fair
from lastcard.cli import main
from lastcard.core.layout import Sheet
from lastcard.game.match import Match, place
from lastcard.game.round import Round

FILE = Path(os.environ["POSITIONS"])

usual = Match._dealt


def dealt(self: Match, sheet: Sheet, key: bytes) -> Round:
    positions: dict[str, list[str]] = json.loads(FILE.read_text())
    if not positions.get(self.rules.id):
        return usual(self, sheet, key)
    position = positions[self.rules.id].pop(0)
    FILE.write_text(json.dumps(positions))
    return place(Round.from_position(position), sheet)


fair.deal_key = lambda *parts: bytes(fair.SECRET_SIZE)
Match._dealt = dealt  # type: ignore[method-assign]
sys.exit(main(sys.argv[1:]))
