"""The presets: named rule sets, one small file each, citing the clauses they follow (RULES C.4)."""

from .base import Preset
from .console import PRESET as _console
from .console_multi import PRESET as _console_multi
from .juno_classic import PRESET as _juno_classic
from .juno_serious import PRESET as _juno_serious
from .juno_seven0 import PRESET as _juno_seven0
from .mattel_2022 import PRESET as _mattel_2022
from .mattel_42001 import PRESET as _mattel_42001
from .mattel_leaflet import PRESET as _mattel_leaflet
from .official import PRESET as _official
from .one import PRESET as _one
from .rules_md import PRESET as _rules_md
from .rules_site import PRESET as _rules_site

# In this order a preset is preferred when two would give an id of the same length.
PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        _official,
        _juno_classic,
        _juno_seven0,
        _juno_serious,
        _rules_site,
        _one,
        _rules_md,
        _console,
        _console_multi,
        _mattel_42001,
        _mattel_2022,
        _mattel_leaflet,
    )
}

__all__ = ["PRESETS", "Preset"]
