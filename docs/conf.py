"""How the documentation is built: `make docs`."""

import os
import sys
from importlib.metadata import version as installed
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

project = "Orienteer"
version = release = installed("orienteer")
html_title = f"Orienteer {version}"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_gen", "_generated", "**/files"]
source_suffix = {".md": "markdown"}

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["orienteer.css"]
html_show_copyright = html_show_sourcelink = html_copy_source = False
pygments_style, pygments_dark_style = "tango", "native"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
add_module_names = smartquotes = False
default_role = "code"  # docstrings are written as Markdown: `name` is code
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
nitpick_ignore_regex = [("py:.*", ".*")]  # types of signatures, most of which have no page of their own


def setup(app: Sphinx) -> None:
    """Write what is generated before any page is read."""
    from _gen import notebooks, project_files, reference

    reference.write(DOCS / "_generated")
    project_files.write(DOCS / "project")
    notebooks.write(DOCS / "tutorials" / "notebooks", run=os.environ.get("RUN_NOTEBOOKS", "1") == "1")
    app.connect("autodoc-process-docstring", reference.docstring)
    app.connect("html-page-context", notebooks.add_charts)
