"""How much one address may add to the data, so that none of them fills it for all."""

from .limits import Buckets, Rate
from .store.store import Store

DAY = 24 * 3600.0
AT_ONCE, A_DAY = 1 / 20, 1 / 10  # parts of the quota that one address may add
RESERVED = 1 / 200  # the same, at once and a day, of what is kept beyond the quota for what has begun
ROW = 150  # bytes that an entry takes beside its data


class Space:
    """The room that each address has; a factor makes it wider, for measurements."""

    def __init__(self, store: Store, factor: float = 1.0) -> None:
        share = store.quota * factor
        self._store = store
        self._usual = Buckets(Rate(share * AT_ONCE, share * A_DAY / DAY))
        self._reserved = Buckets(Rate(share * RESERVED, share * RESERVED / DAY))

    def has_room(self, address: str) -> bool:
        """Return whether an address may add anything."""
        return not self._store.quota or self._present().any(address)

    def charge(self, address: str, size: int) -> None:
        """Count so many bytes as added by an address."""
        if self._store.quota:
            self._present().charge(address, size)

    def _present(self) -> Buckets:
        return self._reserved if self._store.full else self._usual
