"""Compile the rules when the package is built (`lastcard.backends.c`).

The compiler is that of the machine, or the package ziglang where there is none.  Without either the package is built
all the same, and runs interpreted.  LASTCARD_WHEEL names another platform to compile for, by the tag of its wheels.
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

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "lastcard"
PLACE = "backends/c/built"
sys.path.insert(0, str(ROOT / "src"))

from lastcard.backends.c.compiler import CompilerError, Target, find_compiler, this_machine, zig  # noqa: E402

ZIG = "ziglang>=0.15,<0.18"
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


class CompiledRules(BuildHookInterface[Any]):
    """Adds the compiled rules to a wheel; for an installation in place, puts them next to the source."""

    def dependencies(self) -> list[str]:
        """Ask for zig where it is needed to compile and can be had."""
        here = this_machine()
        needed = wanted() is not None or (find_compiler() is None and (here.system, here.machine) in HAVE_ZIG)
        return [ZIG] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the rules and say where they go."""
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

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)


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
