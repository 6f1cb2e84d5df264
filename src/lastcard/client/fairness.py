"""What a client has seen of the deals of a table, to compare with the record once the secrets are revealed."""

from typing import Any

from ..fair import UnfairDeal, check_deals, commitment_of
from ..record import Record
from ..replay import Replay

Data = dict[str, Any]


class SeenDeals:
    """The commitments and nonces that a client was shown before each deal of one table."""

    def __init__(self) -> None:
        self._commitments: dict[int, str] = {}
        self._nonces: dict[int, Data] = {}
        self._next: Data | None = None

    def see(self, deal: Data) -> None:
        """Note the next deal as the room shows it; the first commitment counts, if the server changes it."""
        self._commitments.setdefault(deal["number"], deal["commitment"])
        self._next = deal

    def dealt(self, number: int) -> None:
        """Note that a deal was made while this client was there: it had the nonces that were shown last."""
        if self._next is not None and self._next["number"] == number:
            self._nonces[number] = self._next["nonces"]

    def check(self, record: Record) -> None:
        """Compare a whole record with what was seen; raise UnfairDeal where they differ."""
        for one in record.rounds:
            assert one.proof is not None
            number = one.proof.number
            if self._commitments.get(number) not in (None, commitment_of(one.proof, record.table)):
                raise UnfairDeal(f"the secret of deal {number} is not the one the server had committed itself to")
            nonces = {str(seat): nonce for seat, nonce in enumerate(one.proof.nonces) if nonce}
            if self._nonces.get(number, nonces) != nonces:
                raise UnfairDeal(f"deal {number} was not made with the nonces of the players")


def verify(text: str, seen: dict[str, SeenDeals]) -> None:
    """Check a whole record: against its rules, its deals against their secrets, and both against what was seen.

    `seen` has the deals by table.  Raise RecordError, or UnfairDeal where only the deals are wrong.
    """
    record = Record.from_text(text)
    Replay(record).run()
    check_deals(record)
    if record.table in seen:
        seen[record.table].check(record)
