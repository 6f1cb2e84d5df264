"""List the modules of the core that `bind` walks, in import order."""

from ..core import cards, claims, deal, effects, lay, leave, legal, machine, match, rights, scoring, seats, step

CORE = (machine, seats, cards, legal, rights, scoring, effects, lay, leave, claims, deal, step, match)
