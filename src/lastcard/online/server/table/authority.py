"""Who may do what when: command by phase by role.  Everything that is not listed is refused."""

from typing import Literal

from ... import protocol as p
from ..store.entries import Phase

Role = Literal["host", "player", "left", "visitor"]

_EVERYONE: tuple[Role, ...] = ("host", "player", "visitor")
_SEATED: tuple[Role, ...] = ("host", "player")
_HOST: tuple[Role, ...] = ("host",)
_VISITOR: tuple[Role, ...] = ("visitor",)

# "host" is a player who also hosts; nobody hosts without a seat.
ALLOWED: dict[type[p.Command], dict[Phase, tuple[Role, ...]]] = {
    p.Sit: {"waiting": _EVERYONE, "between": _VISITOR, "over": _VISITOR},
    p.Stand: {"waiting": _SEATED, "playing": _SEATED, "between": _SEATED, "over": _SEATED},
    p.AddBots: {"waiting": _HOST, "over": _HOST},
    p.Remove: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.Watchers: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.Mute: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.Expel: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.Configure: {"waiting": _HOST, "over": _HOST},
    p.Lock: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.HandOver: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.Youngest: {"waiting": _HOST, "over": _HOST},
    p.Start: {"waiting": _HOST},
    p.Nonce: {"waiting": _SEATED, "between": _SEATED, "over": _SEATED},
    p.Act: {"playing": _SEATED},
    p.Next: {"between": _SEATED},
    p.Rematch: {"over": _SEATED},
    p.Pause: {"playing": _SEATED},
    p.Resume: {"playing": _SEATED},
    p.Leave: {"playing": _SEATED},
    p.Say: {"waiting": _EVERYONE, "playing": _EVERYONE, "between": _EVERYONE, "over": _EVERYONE},
    p.React: {"waiting": _EVERYONE, "playing": _EVERYONE, "between": _EVERYONE, "over": _EVERYONE},
    p.Close: {"waiting": _HOST, "playing": _HOST, "between": _HOST, "over": _HOST},
    p.Explain: {"playing": _SEATED},
    p.Hint: {"playing": _SEATED},
}

# Who has left the match for good only watches it, until it is over, and may give up the seat.
WHEN_LEFT = (p.Stand, p.Say, p.React)


def check(command: p.Command, phase: Phase, role: Role) -> None:
    """Raise Refusal unless a role may give a command in a phase."""
    phases = ALLOWED[type(command)]
    if phase == "ended":
        raise p.Refusal("ended", "the table is closed")
    if phase not in phases:
        raise p.Refusal("not-now", f"this is not possible while the table is {phase}")
    if role == "left":
        if type(command) not in WHEN_LEFT:
            raise p.Refusal("not-you", "you have left this match")
    elif role not in phases[phase]:
        raise p.Refusal("not-you", "only the host may do this" if phases[phase] == _HOST else "you have no seat here"
                        if role == "visitor" else "you have a seat already")  # fmt: skip
