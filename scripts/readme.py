"""The README as a package index shows it: an index knows neither our files nor our folders.

With an address of the repository (`Repository` in [project.urls] of pyproject.toml) relative links and pictures lead
there, to the files of this very version.  With a placeholder the pictures are left out, and links become plain text.
"""

import re
from collections.abc import Callable

_PICTURE = re.compile(r'!\[[^\]\n]*\]\(([^):]+)\)|<img src="([^":]+)"[^>]*>')
_LINK = re.compile(r"\[([^\]\n]+)\]\(([^):#]+)(#[^)]*)?\)")
PLACEHOLDER = ".example/"  # a domain that nobody can have


def repository(urls: dict[str, str]) -> str | None:
    """Return the address of the repository, or None while it is a placeholder."""
    address = urls.get("Repository")
    return None if address is None or PLACEHOLDER in address else address


def for_index(text: str, repository: str | None, version: str) -> str:
    """Return the text of a README with no relative link in it."""
    return _LINK.sub(_linked(repository, version), _PICTURE.sub(_shown(repository, version), text))


def _shown(repository: str | None, version: str) -> Callable[[re.Match[str]], str]:
    def shown(match: re.Match[str]) -> str:
        if repository is None:
            return ""
        path = match[1] or match[2]
        return match[0].replace(path, f"{repository}/raw/v{version}/{path}")

    return shown


def _linked(repository: str | None, version: str) -> Callable[[re.Match[str]], str]:
    def linked(match: re.Match[str]) -> str:
        text, path, anchor = match[1], match[2], match[3] or ""
        return text if repository is None else f"[{text}]({repository}/blob/v{version}/{path}{anchor})"

    return linked
