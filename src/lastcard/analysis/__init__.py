"""Analyse finished matches: everyone's chances, what decisions cost, what was luck ([analysis](docs/analysis.md)).

Every figure is made by playouts of careful players with the rules of the core; there is no other knowledge of the game.
"""

from .result import Analysis, Judgement, Luck, StepAnalysis, TurningPoint
from .study import analyse
from .whatif import play_on, what_if

__all__ = ["Analysis", "Judgement", "Luck", "StepAnalysis", "TurningPoint", "analyse", "play_on", "what_if"]
