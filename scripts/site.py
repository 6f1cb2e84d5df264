"""Build the site of the documents with Sphinx into the package, from where the server shows it at /docs.

    python scripts/site.py [FOLDER]

It is made of docs/*.md, the documents of the root, and the docstrings of every public name.  A link that leads nowhere
stops the build.
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "src" / "lastcard" / "online" / "server" / "docs"
OF_ROOT = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "benchmarks/results.md")
LINK = re.compile(r"(\]\(|<img src=\")([^)\s#:\"]+)(#[^)\s\"]*)?(?=[)\"])")
SECTIONS = {
    "Play": ("playing", "rules"),
    "Host": ("hosting", "server", "security"),
    "Embed": ("embedding", "cookbook", "notation", "data", "reasons"),
    "Simulate": ("simulation", "lab", "analysis", "bots", "results"),
    "Train": ("environments", "gymnasium", "pettingzoo", "openspiel"),
    "Look up": ("reference", "api", "compatibility", "CHANGELOG"),
    "Contribute": ("CONTRIBUTING", "architecture", "releasing", "SECURITY", "CODE_OF_CONDUCT"),
}


def main() -> int:
    """Build the site; return the exit status."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary)
        write_sources(source)
        shutil.rmtree(folder, ignore_errors=True)
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-W",
            "--keep-going",
            "-b",
            "dirhtml",
            "-d",
            f"{source}/_build",
        ]
        done = subprocess.run([*command, str(source), str(folder)], env=os.environ | {"PYTHONPATH": str(ROOT / "src")})
    if done.returncode == 0:
        print(f"The site is in {folder}; `lastcard serve` shows it at /docs.")
    return done.returncode


def write_sources(folder: Path) -> None:
    """Write what Sphinx reads: every document in one folder, the pages of the docstrings, and the contents."""
    shutil.copy2(DOCS / "site" / "conf.py", folder)
    shutil.copy2(DOCS / "protocol.schema.json", folder)
    shutil.copytree(DOCS / "screens", folder / "screens")
    for path in (*DOCS.glob("*.md"), *(ROOT / name for name in OF_ROOT)):
        (folder / path.name).write_text(fitted(path), encoding="utf-8")
    index = (DOCS / "site" / "index.md").read_text(encoding="utf-8")
    listed = {name for names in SECTIONS.values() for name in names}
    others = tuple(sorted({path.stem for path in DOCS.glob("*.md")} - listed))
    sections = SECTIONS | {"Look up": (*SECTIONS["Look up"], *others)}
    contents = [toctree(title, names) for title, names in sections.items()]
    (folder / "index.md").write_text("\n".join([index, *contents]), encoding="utf-8")
    (folder / "api.md").write_text(api(), encoding="utf-8")


def fitted(path: Path) -> str:
    """Return a document whose links lead to pages of the site; what is no page becomes plain text."""
    pages = {file.resolve(): file.name for file in (*DOCS.glob("*.md"), *(ROOT / name for name in OF_ROOT))}

    def moved(match: re.Match[str]) -> str:
        target = (path.parent / match[2]).resolve()
        if target in pages:
            return f"{match[1]}{pages[target]}{match[3] or ''}"
        if target.is_relative_to(DOCS / "screens"):
            return f"{match[1]}{target.relative_to(DOCS)}"
        return match[0]

    text = LINK.sub(moved, path.read_text(encoding="utf-8"))
    if len(re.findall(r"^# ", text, re.MULTILINE)) > 1:  # one page has one title
        text = "# Measured\n\n" + re.sub(r"^#", "##", text, flags=re.MULTILINE)
    return re.sub(r"(?<!!)\[([^\]\n]+)\]\((?:\.\./|[\w.]+/)[^)\s:]*\)", r"\1", text)  # files that are no pages


def toctree(title: str, names: tuple[str, ...]) -> str:
    """Return a part of the contents."""
    listed = "\n".join(names)
    return f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{listed}\n```\n"


def api() -> str:
    """Return a page with the docstrings of every public name."""
    groups = runpy.run_path(str(ROOT / "scripts" / "reference.py"))["GROUPS"]
    parts = ["# API\n\nEvery public name, its signature and its docstring.\n"]
    for group in groups:
        parts.append(f"## {group.title}\n\n```{{eval-rst}}\n{typed(group.module, group.names)}\n```\n")
    return "\n".join(parts)


def typed(module: str, names: tuple[str, ...]) -> str:
    """Return the directives of Sphinx for names of a module."""
    from importlib import import_module

    lines = []
    for name in names:
        value = getattr(import_module(module), name)
        exception = isinstance(value, type) and issubclass(value, BaseException)
        kind = (
            "exception"
            if exception
            else "class"
            if isinstance(value, type)
            else "function"
            if callable(value)
            else "data"
        )
        lines.append(f".. auto{kind}:: {module}.{name}\n")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
