"""The console program's rules with the ordinary Skip and Reverse for three and more (I-46)."""

from ...core.terms import ReverseEffect, SkipEffect
from . import console
from .base import Preset

PRESET = Preset(
    name="console-multi",
    title="Console for several",
    summary="Console with the ordinary Skip and Reverse, for three and more players.",
    changes={
        **console.PRESET.changes,
        "skip_effect": SkipEffect.NEXT,
        "reverse_effect": ReverseEffect.FLIP,
    },
)
