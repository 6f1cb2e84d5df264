"""The old American leaflet (RULES B.1)."""

from .base import Preset

PRESET = Preset(
    name="mattel-leaflet",
    title="Old leaflet",
    summary="Official as on the old American leaflet: advice to another player costs four cards.",
    changes={"fine_advice": 4},
)
