"""JUNO classic (J-classic-01 to 38)."""

from ...core.terms import Policing
from .base import Preset

PRESET = Preset(
    name="juno-classic",
    title="JUNO classic",
    summary="The basic sheet without bluffing: a Wild Draw Four against its condition is refused.",
    changes={
        "wd_policing": Policing.ENGINE,  # J-classic-29 is a prohibition: I-03
    },
)
