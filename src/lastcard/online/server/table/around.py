"""What a table works with: the connections of clients, their commands, and what all tables share."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ... import protocol as p
from ..limits import Limits
from ..marks import Marks
from ..metrics import Metrics
from ..space import Space
from ..store.store import Store
from ..topics import MatchEnded, Topic
from .clocks import ServerClock, Timing
from .thinkers import Thinkers
from .workers import Workers


class Connection(Protocol):
    """What a table needs to know of a client."""

    guest: str
    name: str
    outside: bool
    address: str  # the network address that limits count

    @property
    def lag(self) -> int:
        """The measured time a message takes, in milliseconds."""

    @property
    def in_debt(self) -> bool:
        """Whether the client has made the server send too much lately."""

    def charge(self, size: int) -> None:
        """Note how many bytes the client has made the server send, to everyone."""

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting."""

    def close(self, code: int) -> None:
        """Close the connection."""


@dataclass(slots=True)
class Services:
    """What all tables share.  The epoch changes when it turns out that the data has lost something."""

    store: Store
    clock: ServerClock
    timing: Timing
    thinkers: Thinkers
    workers: Workers
    metrics: Metrics
    epoch: str
    marks: Marks
    limits: Limits
    space: Space
    match_ended: Topic[MatchEnded] = field(default_factory=Topic)


class Job(NamedTuple):
    """A command and who sent it."""

    connection: Connection
    command: p.Command
    at: float = 0.0  # when it came, in seconds

    @property
    def guest(self) -> str:
        return self.connection.guest

    @property
    def name(self) -> str:
        return self.connection.name

    @property
    def outside(self) -> bool:
        return self.connection.outside

    @property
    def key(self) -> tuple[str, str]:
        return self.connection.guest, self.command.id
