"""Clocks of Python start what settings, calls and decorators name."""

from __future__ import annotations

from pathlib import Path

from core import open_workbench
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from tests.shared import checkout

_SETTINGS = """from celery.schedules import crontab
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "shop.tasks.sweep", "schedule": crontab(hour=2)},
    "gone": {"task": "shop.tasks.gone", "schedule": 30.0},
}
CRONJOBS = [("*/5 * * * *", "shop.tasks.count")]
"""
_TASKS = """from huey.contrib.djhuey import db_periodic_task
from shop.celery import app
@app.task
def sweep():
    pass
def count():
    pass
@app.task
def ping(host):
    pass
@app.on_after_configure.connect
def clocks(sender, **kwargs):
    sender.add_periodic_task(
        crontab(hour=7),
        ping.s("here"),
    )
@db_periodic_task(crontab(minute="0"))
def hourly():
    pass
TASK = {"task": "shop.tasks.sweep"}
"""
_FILES = {
    "shop/__init__.py": "",
    "shop/settings.py": _SETTINGS,
    "shop/tasks.py": _TASKS,
    "shop/celery.py": "from celery import Celery\napp = Celery()\n",
    "shop/forms.py": 'ROW = {"task": "shop.tasks.sweep"}\n',
}


def test_clocks_start_what_settings_calls_and_decorators_name(tmp_path: Path) -> None:
    settings = {"home": str(tmp_path / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(checkout(tmp_path / "a", **_FILES), read_settings(settings), name="a", vectors=False)
    bench = open_workbench("a", settings=settings)
    index = bench.stores.index
    found = {
        (index.keys[link.other], head.identifier, link.line)
        for number, head in enumerate(index.heads)
        for link in index.links.into(number)
        if link.kind == "schedules"
    }
    assert found == {
        ("module:shop.settings", "shop.tasks.sweep", 3),
        ("module:shop.settings", "shop.tasks.count", 6),
        ("module:shop.tasks", "shop.tasks.ping", 15),
        ("module:shop.tasks", "shop.tasks.hourly", 17),
    }
    run = bench.ask("How often does the sweep run?", budget=0)
    assert run.ranked[0].unit_key == "module:shop.settings"
