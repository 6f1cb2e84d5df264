"""Deals that players can check: nobody, not even the server, can choose the cards.

Before a deal the server publishes the commitment: a digest of its secret.  Then each player may add a nonce.  The key
that shuffles the cards is made from both.  Once the secret is revealed, anyone can deal again and compare.
"""

import hashlib
import hmac
from collections.abc import Mapping

from .errors import LastCardError

SECRET_SIZE = 32  # bytes
NONCE_SIZE = 16  # bytes
_DEAL = b"lastcard deal 1"


def commitment(secret: bytes, table: str, number: int) -> str:
    """Return the digest that commits to a secret for one round of a table."""
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
    if len(nonce) != NONCE_SIZE or len(text) != 2 * NONCE_SIZE:
        raise LastCardError(f"a nonce has {2 * NONCE_SIZE} hexadecimal digits")
    return nonce
