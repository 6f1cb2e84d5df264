"""NumPy, for all modules here that need it; without it, importing this says what to install."""

from .._util.called import install
from ..errors import LastCardError

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise LastCardError(f"environments need NumPy: {install('env')}") from missing

__all__ = ["NDArray", "np"]
