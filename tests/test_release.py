"""What stands in the way of a release is found, and the README fits a package index (scripts/release.py, readme.py)."""

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = (
    '![A](docs/a.png) <img src="docs/b.png" width="9"> [doc](docs/a.md#top) [far](https://x.example/) [here](#more)'
)
DATED = "## [2.0.0] - 2030-01-31\n"


@pytest.fixture(scope="module")
def for_index() -> Any:
    return runpy.run_path(str(ROOT / "scripts" / "readme.py"))["for_index"]


@pytest.fixture(scope="module")
def unready() -> Any:
    return runpy.run_path(str(ROOT / "scripts" / "release.py"))["unready"]


def test_with_a_repository_links_lead_to_this_version(for_index: Any) -> None:
    here = "https://h.example/o/p"
    assert for_index(README, here, "2.0.0") == (
        f'![A]({here}/raw/v2.0.0/docs/a.png) <img src="{here}/raw/v2.0.0/docs/b.png" width="9"> '
        f"[doc]({here}/blob/v2.0.0/docs/a.md#top) [far](https://x.example/) [here](#more)"
    )


def test_without_a_repository_no_link_is_broken(for_index: Any) -> None:
    assert for_index(README, None, "2.0.0") == "  doc [far](https://x.example/) [here](#more)"


@pytest.mark.parametrize(
    "changelog, tags, changed, problems",
    [
        (DATED, "v1.0.0\n", "", 0),
        ("## [Unreleased]\n", "", "", 1),
        (DATED, "v2.0.0\n", "", 1),
        (DATED, "", " M x\n", 1),
    ],
)
def test_only_a_clean_dated_new_version_is_released(
    unready: Any, changelog: str, tags: str, changed: str, problems: int
) -> None:
    assert len(unready("2.0.0", changelog, tags, changed)) == problems


@pytest.mark.parametrize(
    "data, machine",
    [
        (b"\x7fELF" + bytes(14) + b"\x3e\0", ("linux", "x86_64")),
        (b"\x7fELF" + bytes(14) + b"\xb7\0", ("linux", "arm64")),
        (b"\xcf\xfa\xed\xfe\x0c\0\0\x01", ("darwin", "arm64")),
        (b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0\x64\x86", ("win32", "x86_64")),
        (b"#!/bin/sh", ("", "")),
    ],
)
def test_a_library_is_known_by_its_header(data: bytes, machine: tuple[str, str]) -> None:
    pytest.importorskip("hatchling", reason="only who builds wheels has it")
    assert runpy.run_path(str(ROOT / "scripts" / "wheels.py"))["machine_of"](data) == machine
