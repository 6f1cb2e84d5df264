"""The server without rules: the baseline that the online table is measured against.

Everything is the same (gateway, sockets, limits, tickets, the log with its group commits) except what a move does: it
is taken as it comes, one entry of the usual size is saved, and everyone at the table is sent a frame of the usual size.

    python benchmarks/online_bare.py serve ...      the arguments of `lastcard serve`
"""

import sys
from functools import partial

from lastcard.cli import main
from lastcard.online import protocol as p
from lastcard.online.server.store.entries import Moved
from lastcard.online.server.store.store import Append, Outcome, Saved
from lastcard.online.server.table import hub
from lastcard.online.server.table.around import Job
from lastcard.online.server.table.table import Table

ENTRY = Moved(0, "r5", ("d give 1 " + "x" * 20,))  # a usual entry
PUBLIC = "x" * 900  # letters of the public part of a usual push
PRIVATE = b',"mine":"' + b"x" * 250 + b'"'


class BareTable(Table):
    """A table where moves follow no rules."""

    def wake(self) -> None:
        while not self._busy and self._inbox:
            self._take(self._inbox.popleft())

    def _take(self, job: Job) -> None:
        if not isinstance(job.command, p.Act):
            super()._take(job)
            return
        v, now = self.v + 1, self.services.clock.now()
        self._busy = True
        one = Append(self.number, v, now, ENTRY, job.guest, job.command.id)
        self.services.store.append(one, partial(self._told, v, now, job))

    def _told(self, v: int, now: int, job: Job, outcome: Outcome) -> None:
        self._busy = False
        assert isinstance(outcome, Saved)
        self.past.v = v
        public = p.encode({"t": "ev", "v": v, "mark": "", "at": now, "what": PUBLIC})[:-1]
        ack = b',"ack":' + p.encode(job.command.id)
        for connection in self.connections:
            own = ack if connection is job.connection else b""
            connection.send(b"".join((public, PRIVATE, own, b"}")))
        self.services.metrics.entries.inc()
        self.wake()


if __name__ == "__main__":
    hub.Table = BareTable  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))
