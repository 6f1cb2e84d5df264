"""Sphinx's settings for the site of the documents (scripts/site.py), which needs no network where it is read."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from lastcard import __version__

project = "Last Card"
author = "The Last Card authors"
copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"Last Card {version}"
html_copy_source = False
html_show_sphinx = False
html_baseurl = ""

# Anchors are those of other viewers of Markdown, so that the links of the documents work here, too.
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

default_role = "literal"  # docstrings set code in single backquotes
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "undoc-members": True, "inherited-members": False}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

OURS = ("action", "position", "match", "record")  # kinds of blocks that are in the notation of Last Card


def setup(app: Sphinx) -> None:
    """Show blocks of our own notation as plain text."""
    for kind in OURS:
        app.add_lexer(kind, TextLexer)
