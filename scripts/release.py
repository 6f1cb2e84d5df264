"""Make a release, in the steps of `make release`; docs/releasing.md tells the whole way.

python scripts/release.py check     the tree, the version and the changelog
python scripts/release.py build     the source archive and all wheels into dist, their metadata, their digests
python scripts/release.py show      what a person uploads
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
DIGESTS = DIST / "SHA256SUMS"
sys.path.insert(0, str(ROOT))

from scripts import readme  # noqa: E402

from lastcard import __version__  # noqa: E402

UPLOAD = """
{count} files of version {version} are in dist, with their digests in SHA256SUMS.  Upload them:

    git tag -a v{version} -m "Version {version}" && git push origin v{version}

The workflow `release` then builds them again and publishes them.  By hand, with a token of the index:

    python -m twine upload {files}
"""


def main() -> int:
    """Carry out one step; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("check", "build", "show"))
    step = parser.parse_args().step
    if step == "check":
        wrong = unready(
            __version__, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), git("tag"), git("status", "-s")
        )
        print("\n".join(wrong) or f"Version {__version__} can be built.")
        return bool(wrong)
    if step == "build":
        build()
    else:
        files = " ".join(f"dist/{path.name}" for path in packages())
        print(UPLOAD.format(count=len(packages()), version=__version__, files=files))
        if (
            readme.repository(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"])
            is None
        ):
            print("First replace the placeholders in [project.urls] of pyproject.toml, and build again.")
    return 0


def unready(version: str, changelog: str, tags: str, changed: str) -> list[str]:
    """Return what stands in the way of a release."""
    wrong = []
    if changed:
        wrong.append("There are changes that are not committed.")
    if f"v{version}" in tags.split():
        wrong.append(f"The tag v{version} exists: raise __version__ in src/lastcard/__init__.py.")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE):
        wrong.append(f"CHANGELOG.md has no section '## [{version}] - YEAR-MONTH-DAY'.")
    return wrong


def build() -> None:
    """Build everything into an empty dist, check the metadata, and write the digests."""
    from hatch_build import WHEELS

    shutil.rmtree(DIST, ignore_errors=True)
    run("scripts/page.py")
    run("scripts/wasm.py")
    run("-m", "build", "--sdist", "--no-isolation", "--outdir", str(DIST))
    run("scripts/wheels.py")
    if len(packages()) != len(WHEELS) + 1:
        raise SystemExit(f"dist has {len(packages())} files instead of {len(WHEELS) + 1}")
    run("-m", "twine", "check", "--strict", *map(str, packages()))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packages()]
    DIGESTS.write_text("".join(lines), encoding="utf-8")


def packages() -> list[Path]:
    """Return what is built: the source archive and the wheels."""
    return sorted([*DIST.glob("*.tar.gz"), *DIST.glob("*.whl")])


def git(*words: str) -> str:
    """Return what git says."""
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout


def run(*words: str) -> None:
    """Run this Python in the root of the repository; end if it fails."""
    if subprocess.run([sys.executable, *words], cwd=ROOT).returncode != 0:
        raise SystemExit(f"{words[0]} {words[1] if len(words) > 1 else ''} failed")


if __name__ == "__main__":
    sys.exit(main())
