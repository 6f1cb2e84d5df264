"""The saved settings of a player: name, look of the cards, speed of bots, light or dark, and the last set-up."""

import json
from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict, replace

from .._util.files import read_text, reason_of, write_over
from .._util.strict import TEXT_LINE, Shape, one_of, parse_toml, read
from ..errors import LastCardError, NotationError
from ..rules.values import Skin
from ..session.journals import data_folder, data_problem
from ..session.sitting import check_own_name
from .pace import PACES, USUAL

SHADES = ("auto", "dark", "light")
MOTIONS = ("auto", "on", "off")
PASSING = ("auto", "ask")


class Settings(Shape, kw_only=True):
    """All settings; an empty look means the one of the rule set (D48)."""

    name: str = ""  # of a person who plays alone
    look: Annotated[str, one_of(("", *Skin))] = ""
    speed: Annotated[str, one_of(PACES)] = USUAL
    shade: Annotated[str, one_of(SHADES)] = SHADES[0]  # auto: as the terminal is
    motion: Annotated[str, one_of(MOTIONS)] = MOTIONS[0]  # whether cards fly; auto: not over a remote connection
    passing: Annotated[str, one_of(PASSING)] = PASSING[0]  # whether the game passes when nothing else is left
    rules: str = ""  # of the match set up last, with its people and bots, each separated by commas
    people: str = ""
    bots: str = ""

    def look_of(self, skin: Skin) -> Skin:
        """Return the look to show with a rule set of this look."""
        return Skin(self.look) if self.look else skin


def _path() -> Path:
    return data_folder() / "settings.toml"


def load_settings() -> Settings:
    """Return the saved settings, or the defaults."""
    path = _path()
    try:
        kept = parse_toml(read_text(path), path.name, TEXT_LINE)
    except FileNotFoundError:
        return Settings()
    except NotADirectoryError as error:
        raise data_problem(error) from error
    except (OSError, ValueError, NotationError) as error:
        raise LastCardError(f"{path} cannot be read: {reason_of(error)}; correct it or delete it") from error
    settings = read(Settings, kept, str(path), error=LastCardError)
    _check_name(path, settings.name)
    return settings


def _check_name(path: Path, name: str) -> None:
    try:
        if name:
            check_own_name(name)
    except LastCardError as error:
        raise LastCardError(f"{path}: {error}; correct the line or delete it") from error


def keep_settings(**changes: str) -> None:
    """Save changed settings; the others stay as they were."""
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in asdict(replace(load_settings(), **changes)).items()]
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_over(path, "".join(lines))
    except OSError as error:
        raise LastCardError(f"{path} cannot be written: {reason_of(error)}") from error
