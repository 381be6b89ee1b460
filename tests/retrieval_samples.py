"""The sample shop, indexed once for the tests that ask it questions: hashed words as vectors, no model needed."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from core import open_workbench
from core.open_index import Stores
from core.pipeline.indexing import index_checkout
from core.settings import Settings, read_settings
from core.workbench import Workbench

SAMPLE = Path(__file__).parents[1] / "data" / "sample"


@cache
def shop() -> Workbench:
    """Return the open workbench of the sample."""
    home = Path(tempfile.mkdtemp(prefix="retrieval"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    settings = {"home": str(home), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(SAMPLE, read_settings(settings), name="shop")
    return open_workbench("shop", settings=settings)


def stores() -> Stores:
    """Return its open stores."""
    return shop().stores


DEFAULTS = Settings()
