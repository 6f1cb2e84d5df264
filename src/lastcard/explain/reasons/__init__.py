"""Reasons as values: why an action is allowed, refused or fined.

A reason is sent as an id with named parts; its sentence is made where it is shown.  docs/reasons.md lists all ids.
"""

from .reason import FORMAT, Part, Reason

__all__ = ["FORMAT", "Part", "Reason"]
