"""Pages of the files at the root of the repository, with links that work on the site."""

from __future__ import annotations

import re
from pathlib import Path

from _gen import GENERATED, update

_ROOT = Path(__file__).parents[2]
_FILES = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing", "SECURITY.md": "security-policy"}


def write(folder: Path) -> None:
    """Write a page for each file that exists, and the index of the pages."""
    folder.mkdir(exist_ok=True)
    pages = {name: page for name, page in _FILES.items() if (_ROOT / name).is_file()}
    for name, page in pages.items():
        text = re.sub(
            r"\[([^\]]+)\]\(([^)]+)\)", lambda link: _link(*link.groups()), (_ROOT / name).read_text(encoding="utf-8")
        )
        update(folder / f"{page}.md", GENERATED + text)
    update(folder / "index.md", GENERATED + "# Project\n\n```{toctree}\n" + "\n".join(pages.values()) + "\n```\n")


def _link(text: str, target: str) -> str:
    if re.match(r"\w+:|#", target):
        return f"[{text}]({target})"
    if target.startswith("docs/"):
        return f"[{text}](../{target.removeprefix('docs/')})"
    name, hash_, anchor = target.partition("#")
    return f"[{text}]({_FILES[name]}.md{hash_}{anchor})" if name in _FILES else text
