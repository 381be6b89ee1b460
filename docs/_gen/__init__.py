"""What the documentation takes from the code each time it is built: reference tables, project files and run notebooks."""

from pathlib import Path

GENERATED = "<!-- Generated when the documentation is built. -->\n\n"


def update(path: Path, text: str) -> None:
    """Write a file unless it is as it should be: Sphinx reads again only what changed."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
