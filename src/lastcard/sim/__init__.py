"""Many rounds at once: policies, the loop that plays them, and what is counted.

`policies`, `sampler` and `rounds` are written in the core's style and run interpreted or compiled.
"""

from .knowledge import knowledge
from .play import play
from .result import Mean, Result

__all__ = ["Mean", "Result", "knowledge", "play"]
