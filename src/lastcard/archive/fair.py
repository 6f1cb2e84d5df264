"""Deals that players can check: the server cannot choose the cards alone.

Before a deal the server publishes the commitment: a digest of its secret.  Then each player may add a nonce.  The key
that shuffles the cards is made from both.  Once the secret is revealed, anyone can deal again and compare.
docs/server.md says what this proves, and what it does not.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping

from ..errors import LastCardError, RecordError
from ..game.events import Event
from ..game.match import Match
from .acts import dealer_acts, opening_acts
from .record import NONCE_DIGITS, TABLE_DIGITS, DealProof, Record, RoundRecord

SECRET_SIZE = 32  # bytes
NONCE_SIZE = 16  # bytes
_DEAL = b"lastcard deal 1"


def table_id(link: str) -> str:
    """Return the id of a table, which may be published: its link cannot be found from it."""
    return hashlib.sha256(b"lastcard table\0" + link.encode()).hexdigest()[:TABLE_DIGITS]


def commitment(secret: bytes, table: str, number: int) -> str:
    """Return the digest that commits to a secret for one deal of a table."""
    return hashlib.sha256(b"\0".join((_DEAL, table.encode(), b"%d" % number, secret))).hexdigest()


def deal_key(secret: bytes, table: str, number: int, nonces: Mapping[int, bytes]) -> bytes:
    """Return the key that deals a round, from the secret of the server and the nonces of the players, by seat."""
    parts = [_DEAL, table.encode(), b"%d" % number]
    parts += [b"%d:%s" % (seat, nonces[seat].hex().encode()) for seat in sorted(nonces)]
    return hmac.digest(secret, b"\0".join(parts), "sha256")


def read_nonce(text: str) -> bytes:
    """Return the nonce that a player sent as hexadecimal digits; raise LastCardError if it is not one."""
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE_SIZE or len(text) != NONCE_DIGITS:
        raise LastCardError(f"a nonce has {NONCE_DIGITS} hexadecimal digits")
    return nonce


# ---------------------------------------------------------------- checking


class UnfairDeal(RecordError):
    """A deal that is not what the secret and the nonces give, or not the one the server had committed itself to."""


def commitment_of(proof: DealProof, table: str) -> str:
    """Return the commitment of a deal, made again from its secret where that is known."""
    return commitment(bytes.fromhex(proof.secret), table, proof.number) if proof.secret else proof.commitment


def check_deals(record: Record) -> None:
    """Deal every round of a record again and compare every card that left the stock; raise UnfairDeal.

    The moves are those of the record.  `Replay` checks them against the rules; do that first.
    """
    _check_order(record)
    match: Match | None = None
    for number, one in enumerate(record.rounds, 1):
        assert one.proof is not None
        key = _key(record, one.proof)
        if match is None:
            match = Match(record.rules, seats=record.seats, seed=key, key=key, youngest=record.youngest,
                          sheet=record.start)  # fmt: skip
            picks = match.opening_events
        else:
            deal = match.prepare_round(key)
            picks = deal.events
            match.publish(deal)
        _compare(match, one, number, picks)


def _check_order(record: Record) -> None:
    """Raise UnfairDeal unless the deals of the record follow one another, each with its secret."""
    proofs = [one.proof for one in record.rounds]
    if not proofs or not all(proof is not None and proof.secret for proof in proofs):
        raise UnfairDeal("the record does not have the secrets of its deals, so they cannot be checked")
    numbers = [proof.number for proof in proofs if proof is not None]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise UnfairDeal(f"the deals of the record are not in a row: {numbers[:20]}")


def _key(record: Record, proof: DealProof) -> bytes:
    nonces = {seat: bytes.fromhex(nonce) for seat, nonce in enumerate(proof.nonces) if nonce}
    return deal_key(bytes.fromhex(proof.secret), record.table, proof.number, nonces)


def _compare(match: Match, one: RoundRecord, number: int, picks: tuple[Event, ...]) -> None:
    """Play a round as the record does, with the cards of the new deal, and compare."""
    place = 0
    for acts in _acts(match, one, picks):
        found = one.acts[place : place + len(acts)]
        if found != acts:
            raise UnfairDeal(
                f"round {number}: the secret and the nonces do not give the cards of the record, "
                f"from act {place + 1 + _first_difference(found, acts)} on"
            )
        place += len(acts)


def _acts(match: Match, one: RoundRecord, picks: tuple[Event, ...]) -> Iterator[list[str]]:
    """Yield what the record should have: the opening, then each move with what the dealer gave after it."""
    yield opening_acts(match.rules, match.round.opening_events, picks)
    for move in [act for act in one.acts if not act.startswith("d ")]:
        try:
            yield [move, *dealer_acts(match.rules, match.play(move))]
        except LastCardError:  # with other cards than in the record, the move may be impossible
            yield [move, "d ?"]


def _first_difference(found: list[str], wanted: list[str]) -> int:
    pairs = zip(found, wanted, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), len(found))
