"""Plural rules as Unicode's CLDR writes them, for whole numbers: `n % 10 = 2..4 and n % 100 != 12..14`."""

import re
from collections.abc import Mapping

_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


def plural_of(n: int, rules: Mapping[str, str]) -> str:
    """Return the plural form of a number: the first whose rule holds, otherwise `other`."""
    return next((form for form, rule in rules.items() if _holds(n, rule)), "other")


def _holds(n: int, rule: str) -> bool:
    return any(all(_is(n, relation) for relation in each.split(" and ")) for each in rule.split(" or "))


def _is(n: int, relation: str) -> bool:
    found = _RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is not a relation of a plural rule")
    divisor, sign, ranges = found.groups()
    value = n % int(divisor) if divisor else n
    bounds = [each.partition("..") for each in ranges.split(",")]
    inside = any(int(low) <= value <= int(high or low) for low, _, high in bounds)
    return inside == (sign == "=")
