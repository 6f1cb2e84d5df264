"""The grammar of English sentences: lists, plurals, capitals, and verbs after 'you'."""

from collections.abc import Sequence

_AFTER_YOU = {"is": "are", "has": "have", "does": "do", "passes": "pass", "catches": "catch"}


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words into a list: 'a, b and c'."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(n: int, one: str, several: str = "") -> str:
    """Return a number with its noun: '1 seat', '3 seats'."""
    return f"1 {one}" if n == 1 else f"{n} {several or f'{one}s'}"


def capital(sentence: str) -> str:
    """Return a text with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def second_person(verb: str) -> str:
    """Return the form of a verb that follows 'you': 'hold' for 'holds', 'are' for 'is'."""
    return _AFTER_YOU.get(verb, verb.removesuffix("s"))
