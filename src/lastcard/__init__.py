"""Last Card: the whole UNO family on one text of the rules."""

__version__ = "0.1.0"
