"""Marks: by the mark of a version, a client proves later that it has seen it.

A mark says when the version was made, which no other version of the same number can have been, and is signed: only who
was given it can show it.  It says nothing of what happened in the version.
"""

import hmac

_DIGITS = 24  # hexadecimal, of a signature


class Marks:
    """Signs versions of tables with the key of the data file."""

    def __init__(self, key: str) -> None:
        self._key = hmac.digest(key.encode(), b"lastcard marks", "sha256")

    def of(self, epoch: str, link: str, v: int, at: int) -> str:
        """Return the mark of a version that was made at a time."""
        text = f"{epoch} {link} {v} {at}".encode()
        return f"{at:x}-{hmac.digest(self._key, text, 'sha256').hex()[:_DIGITS]}"

    def read(self, mark: str, epoch: str, link: str, v: int) -> int | None:
        """Return when the version of a mark was made; None if the mark is not ours, or of another version."""
        digits = mark.partition("-")[0]
        if not digits.isascii() or not digits.isalnum() or len(digits) > 15:
            return None
        try:
            at = int(digits, 16)
        except ValueError:
            return None
        return at if hmac.compare_digest(self.of(epoch, link, v, at).encode(), mark.encode()) else None
