"""Pages of the notebooks, each run on the sample with its made history; a run is kept until notebooks or code change."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from _gen import GENERATED, update

_ROOT = Path(__file__).parents[2]
_KEPT = _ROOT / "build" / "notebooks"
_CHARTS = "application/vnd.plotly.v1+json"


def write(folder: Path, *, run: bool) -> None:
    """Write a page for each notebook and the index of the pages; without `run` the pages have no outputs."""
    folder.mkdir(exist_ok=True)
    paths = sorted((_ROOT / "notebooks").glob("*.ipynb"))
    for path in paths:
        cells = json.loads((_run(path) if run else path).read_text(encoding="utf-8"))["cells"]
        update(folder / f"{path.stem}.md", GENERATED + "\n\n".join(block for cell in cells for block in _blocks(cell)) + "\n")
    names = "\n".join(path.stem for path in paths)
    update(folder / "index.md", GENERATED + f"# Notebooks\n\n```{{toctree}}\n{names}\n```\n")


def add_charts(app: Any, name: str, _template: str, _context: object, _doctree: object) -> None:
    """Give the pages of notebooks the library that draws charts, from this site."""
    if name.startswith("tutorials/notebooks/0"):
        from plotly.offline import get_plotlyjs

        library = Path(app.outdir) / "_static" / "plotly.min.js"
        if not library.is_file():
            library.parent.mkdir(exist_ok=True)
            library.write_text(get_plotlyjs(), encoding="utf-8")
        app.add_js_file("plotly.min.js")


@cache
def _made_of() -> str:
    digest = hashlib.sha256()
    for folder in ("core", "orienteer", "data/sample"):
        for source in sorted(path for path in (_ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _run(path: Path) -> Path:
    kept = _KEPT / f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}-{_made_of()}.ipynb"
    if not kept.is_file():
        import nbclient
        import nbformat

        os.environ["ORIENTEER_HOME"] = str(_home())
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
        os.environ["PYTHONPATH"] = str(_ROOT)
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
        for former in _KEPT.glob(f"{path.stem}-*.ipynb"):
            former.unlink()
        nbformat.write(notebook, kept)
    return kept


@cache
def _home() -> Path:
    home = _KEPT / f"home-{_made_of()}"
    if not (home / "harbour").is_dir():
        for former in _KEPT.glob("home*"):
            shutil.rmtree(former)
        home.mkdir(parents=True)
        checkout = home / "checkouts" / "harbour"
        history = [sys.executable, str(_ROOT / "data" / "make_history.py"), str(checkout), "--until", "2026-06-30"]
        subprocess.run(history, check=True, capture_output=True)
        from core.pipeline.indexing import index_checkout
        from core.settings import read_settings

        index_checkout(checkout, read_settings({"home": str(home)}), name="harbour")
    return home


def _blocks(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
    else:
        yield f"```python\n{source}\n```"
        for output in cell["outputs"]:
            yield from _output(output)


def _output(output: dict[str, Any]) -> Iterator[str]:
    data = output.get("data", {})
    if _CHARTS in data:
        chart = data[_CHARTS]
        name = f"chart-{hashlib.sha256(json.dumps(chart).encode()).hexdigest()[:10]}"
        given = json.dumps([chart["data"], chart["layout"], {"responsive": True}]).replace("</", "<\\/")
        draw = f'addEventListener("DOMContentLoaded", () => Plotly.newPlot("{name}", ...{given}))'
        yield _html(f'<div id="{name}" class="chart"></div><script>{draw}</script>')
    elif "text/html" in data:
        yield _html(f'<div class="cell-output">{"".join(data["text/html"])}</div>')
    elif "text/plain" in data or "text" in output:
        text = "".join(data.get("text/plain", output.get("text", "")))
        yield f"````text\n{text.rstrip()}\n````"


def _html(text: str) -> str:
    # Links lead to a workbench that a reader of the site does not run, and paths into the folder of the build.
    text = re.sub(r'<a\b[^>]*href="http://127\.0\.0\.1[^>]*>(.*?)</a>', r"\1", text, flags=re.DOTALL)
    text = text.replace(f"{_KEPT}/home-{_made_of()}/", "")
    return "````{raw} html\n" + re.sub(r"\n\s*\n", "\n", text) + "\n````"
