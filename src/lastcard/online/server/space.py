"""How much one address may add to the data, so that none of them fills it for all."""

from .limits import Buckets, Rate
from .store.log import Log

DAY = 24 * 3600.0
AT_ONCE, A_DAY = 1 / 20, 1 / 10  # parts of the quota that one address may add
RESERVED = 1 / 200  # the same, at once and a day, of what is kept beyond the quota for what has begun
ROW = 150  # bytes that an entry takes beside its data


class Space:
    """The room that each address has; a factor makes it wider, for measurements."""

    def __init__(self, log: Log, factor: float = 1.0) -> None:
        share = log.quota * factor
        self._log = log
        self._usual = Buckets(Rate(share * AT_ONCE, share * A_DAY / DAY))
        self._reserved = Buckets(Rate(share * RESERVED, share * RESERVED / DAY))

    def take(self, address: str, size: int) -> bool:
        """Count so many bytes as added by an address; return False, and count nothing, if it has no room left."""
        if not self._log.quota:
            return True
        buckets = self._reserved if self._log.full else self._usual
        if not buckets.any(address):
            return False
        buckets.charge(address, size)
        return True
