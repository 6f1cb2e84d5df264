"""JUNO seven0 (J-seven0-01 to 04): as classic, but hands move."""

from ...core.terms import NumberEffect
from . import juno_classic
from .base import Preset

PRESET = Preset(
    name="juno-seven0",
    title="JUNO seven0",
    summary="JUNO classic in which a 7 swaps two hands and a 0 passes every hand on.",
    deck="juno116",  # J-seven0-04
    changes={
        **juno_classic.PRESET.changes,  # J-seven0-01
        "number_effects": (
            (0, NumberEffect.ROTATE),  # J-seven0-02
            (7, NumberEffect.SWAP_CHOICE),  # J-seven0-03
        ),
    },
)
