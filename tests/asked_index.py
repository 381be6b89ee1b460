"""Small repositories made for one module of tests, indexed once per run and open to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from core import open_workbench
from core.model.flow import Flow, FlowStep
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import Workbench
from tests.shared import checkout, made_once


def asked_index(factory: pytest.TempPathFactory, title: str, name: str, files: Mapping[str, str]) -> Workbench:
    """Return the workbench of an index called `name` of these files, without vectors; `title` is that of its folder.

    Nothing that was asked is kept, so that who asks the same later is answered anew.
    """

    def make(folder: Path) -> None:
        settings = {"home": str(folder / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
        index_checkout(checkout(folder / name, **files), read_settings(settings), name=name, vectors=False)

    folder = made_once(factory, title, make)
    return open_workbench(name, settings={"home": str(folder / "home"), "cache.runs": 0})


def named(flow: Flow, what: str) -> FlowStep:
    """Return the first step of a flow whose words hold these."""
    return next(step for _, step in flow.walk() if what in step.what)
