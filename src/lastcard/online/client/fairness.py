"""What a client has seen of deals, to compare with the record once the secrets are revealed."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...archive.fair import UnfairDeal, check_deals, commitment_of
from ...archive.record import DealProof, Record
from ...archive.replay import Replay
from ...game.round import Round
from .. import shapes as d

Nonces = dict[str, str]

MOST_MATCHES = 1000  # that a client remembers; the oldest are forgotten


@dataclass
class NextDeal:
    """The next deal of a table as the room shows it, with the nonces that this client has sent, by seat."""

    epoch: str
    number: int
    commitment: str  # the first that was shown, if the server changes it
    nonces: Nonces
    own: Nonces = field(default_factory=dict)


@dataclass(frozen=True)
class SeenDeal:
    """A deal as it was shown before it was made."""

    commitment: str
    own: Nonces
    nonces: Nonces | None = None  # None: made while this client was away
    seat: int | None = None
    hand: tuple[str, ...] = ()  # of that seat, after the deal


@dataclass
class SeenMatch:
    """The deals of a match that this client knows of; None for one that was not shown before it was made."""

    table: str
    deals: dict[int, SeenDeal | None] = field(default_factory=dict)


class SeenDeals:
    """All deals that one account was shown."""

    def __init__(self) -> None:
        self._next: dict[str, NextDeal] = {}  # by table
        self._matches: dict[str, SeenMatch] = {}

    def see(self, epoch: str, room: d.RoomData, you: d.YouData | None = None) -> None:
        """Note a room as it is shown; `you` is the own part of the news of a deal, which that room is the result of."""
        deal, match = room["deal"], room["match"]
        table, number = deal["table"], deal["number"]
        known = self._next.get(table)
        if known is not None and known.epoch != epoch:
            known = self._restored(known, epoch, table, deal)
        if known is not None and number < known.number:
            return  # news that came to another connection before
        if match and number > 1:
            self._made(table, match, number - 1, known, you)
        if known is not None and known.number == number:
            known.nonces = deal["nonces"]
        else:
            self._next[table] = NextDeal(epoch, number, deal["commitment"], deal["nonces"])

    def sent(self, table: str, commitment: str, seat: int, nonce: str) -> None:
        """Note a nonce that this client sends, and the commitment it had seen then."""
        known = self._next.get(table)
        if known is not None and known.commitment == commitment:
            known.own[str(seat)] = nonce

    def of(self, match: str) -> SeenMatch | None:
        """Return what was seen of a match."""
        seen = self._matches.get(match)
        return None if seen is None else SeenMatch(seen.table, dict(seen.deals))

    def _made(self, table: str, match: str, number: int, known: NextDeal | None, you: d.YouData | None) -> None:
        """Note that a deal of a match was made."""
        seen = self._matches.setdefault(match, SeenMatch(table))
        if number in seen.deals:
            return
        if known is None or known.number != number:
            seen.deals[number] = None
        elif you is None or "hand" not in you:
            seen.deals[number] = SeenDeal(known.commitment, known.own)
        else:
            seen.deals[number] = SeenDeal(known.commitment, known.own, known.nonces, you["seat"], tuple(you["hand"]))
        if len(self._matches) > MOST_MATCHES:
            del self._matches[next(iter(self._matches))]

    def _restored(self, known: NextDeal, epoch: str, table: str, deal: d.DealData) -> NextDeal | None:
        """Forget the deals that a server no longer knows: it was restored from a backup, which everyone is told."""
        for match in [match for match, seen in self._matches.items() if seen.table == table]:
            deals = self._matches[match].deals
            for number in [number for number in deals if number >= deal["number"]]:
                del deals[number]
            if not deals:
                del self._matches[match]
        if (known.number, known.commitment) != (deal["number"], deal["commitment"]):
            return None
        known.epoch = epoch
        return known


def verify(text: str, seen: SeenMatch | None) -> list[int]:
    """Check a whole record: against its rules, its deals against their secrets, and both against what was seen.

    Return the numbers of the deals that prove nothing to this client: it was not shown the commitment before the deal,
    or its own nonce is not in it.  Raise RecordError, or UnfairDeal where only the deals are wrong.
    """
    record = Record.from_text(text)
    hands = [_hands(step.table) for step in Replay(record).steps() if step.move is None]
    check_deals(record)
    proofs = [one.proof for one in record.rounds if one.proof is not None]
    if seen is None:
        return [proof.number for proof in proofs]
    _check_numbers(record.table, proofs, seen)
    return [
        proof.number
        for proof, dealt in zip(proofs, hands, strict=True)
        if not _proves(proof, commitment_of(proof, record.table), dealt, seen.deals.get(proof.number))
    ]


def _hands(table: Round) -> list[list[str]]:
    return [[card.text for card in table.view(seat).hand] for seat in range(table.seats)]


def _check_numbers(table: str, proofs: Iterable[DealProof], seen: SeenMatch) -> None:
    """Raise UnfairDeal if a record is not of this match: a secret for another table or deal was never committed to."""
    if table != seen.table:
        raise UnfairDeal("the match was played at another table than the record says")
    missing = seen.deals.keys() - {proof.number for proof in proofs}
    if missing:
        raise UnfairDeal(f"deal {min(missing)} of this match is not in the record")


def _proves(proof: DealProof, commitment: str, hands: list[list[str]], seen: SeenDeal | None) -> bool:
    """Return whether a deal proves to this client that nobody chose the cards; raise UnfairDeal if somebody did."""
    if seen is None:
        return False
    number = proof.number
    if seen.commitment != commitment:
        raise UnfairDeal(f"the secret of deal {number} is not the one the server had committed itself to")
    nonces = {str(seat): nonce for seat, nonce in enumerate(proof.nonces) if nonce}
    if seen.nonces is not None and seen.nonces != nonces:
        raise UnfairDeal(f"deal {number} was not made with the nonces of the players")
    if seen.seat is not None and sorted(seen.hand) != sorted(hands[seen.seat]):
        raise UnfairDeal(f"in deal {number} you were given other cards than the record says")
    return any(nonces.get(seat) == nonce for seat, nonce in seen.own.items())
