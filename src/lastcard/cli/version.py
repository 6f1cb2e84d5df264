"""Which Last Card this is: its version and, in a checkout, the commit."""

import subprocess
from pathlib import Path

from .. import __version__

_CHECKOUT = Path(__file__).parents[3]


def full_version() -> str:
    """Return the version and, in a checkout whose commit git can tell, the commit, and whether files differ from it."""
    commit = _commit()
    return __version__ if commit is None else f"{__version__} (commit {commit})"


def _commit() -> str | None:
    if not (_CHECKOUT / ".git").exists() or not (_CHECKOUT / "pyproject.toml").exists():
        return None
    command = ["git", "-C", str(_CHECKOUT), "describe", "--always", "--exclude=*", "--abbrev=10", "--dirty=, changed"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
