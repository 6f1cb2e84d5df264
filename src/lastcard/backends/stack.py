"""The modules of the core that `bind` walks, in import order."""

from ..core import cards, claims, deal, effects, lay, leave, legal, machine, match, scoring, seats, step

CORE = (machine, seats, cards, legal, scoring, effects, lay, leave, claims, deal, step, match)
