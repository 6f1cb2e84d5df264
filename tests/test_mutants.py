"""The faults that `make mutants` puts into the package fit its text."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from mutants import mechanical_faults, named_faults


def test_every_fault_is_in_its_module() -> None:
    """Both functions raise `Unfit` where a fault or an exception names text that is not there."""
    assert len(named_faults()) > 100
    assert len(mechanical_faults()) > 1000
