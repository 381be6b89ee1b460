"""Views that show no part of the architecture, as parts of a document: how well questions are answered, indexes, a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.backends.listing import available
from core.errors import SettingsError
from core.index.place import list_indexes
from core.model.run import SearchRun
from core.model.text_table import Flat
from core.present.architecture.coverage import coverage_rows
from core.present.architecture.side_by_side import side_by_side_rows
from core.present.export.review_rows import remark_rows, review_rows
from core.present.export.rows import backend_rows, setting_rows
from core.present.view import Table, View
from core.present.views import evaluation_view
from core.settings import index_home
from core.workbench.side_by_side import measures

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

Said = Mapping[str, str]
AskView = Callable[..., SearchRun]
_USUAL = "HEAD~1..HEAD"


def evaluation(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return how well the questions of a set are answered: the one that the address names, else what readers judged."""
    from core.workbench.evaluation import evaluate_questions
    from core.workbench.judgements import judged_path

    judged = judged_path(bench)
    given = said.get("question_set", "") or (str(judged) if judged.is_file() else "")
    if not given:
        raise SettingsError("The view names no question set: /evaluation?question_set=PATH")
    return replace(evaluation_view(evaluate_questions(bench, Path(given))), title=f"Evaluation: {Path(given).name}")


def change(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return the review of the commits that the address names; raises `SettingsError` when they have not been read yet."""
    from core.workbench.reviewing import is_read, review

    commits = said.get("commits", "") or _USUAL
    if said.get("of", "commits") != "commits":
        raise SettingsError(
            "A document shows reviews of commits alone. Download the review below its page, or: orienteer review"
        )
    if not is_read(bench, commits):
        raise SettingsError(
            f"The commits {commits} are not indexed yet. Index both on the page, or: orienteer review {commits}"
        )
    found = review(bench, commits)
    tables = [Table("remarks", remark_rows(found))]
    tables += [Table(name, rows) for name, rows in review_rows(found).items() if rows]
    return View(found.title, "", (found.sentence, *found.notes), (), tuple(tables))


def indexes(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return the indexes that there are, each with its size, commit and checkout."""
    known = [one.manifest for one in list_indexes(index_home(bench.settings)) if one.manifest is not None]
    rows: list[dict[str, Flat]] = [
        {
            "index": one.name, "units": one.counts.get("units", 0), "relations": one.counts.get("relations", 0),
            "commit": one.git_sha[:12], "built": one.built_at[:16].replace("T", " "), "root": one.root,
        }
        for one in known
    ]  # fmt: skip
    return View("Indexes", "", (), (), (Table("All", rows),))


def side_by_side(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return the numbers of this index."""
    rows = side_by_side_rows([asdict(measures(bench))])
    return View(f"{bench.name} in numbers", "", (), (), (Table("Numbers", rows),))


def coverage(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return what the index knows and what it does not, all of it."""
    tables = tuple(Table(name, rows) for name, rows in coverage_rows(bench.coverage()).items() if rows)
    return View("Coverage", "", (), (), tables)


def settings(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return the settings in force, each with where it comes from."""
    return View("Settings", "", (), (), (Table("All", setting_rows(bench.settings)),))


def products(bench: OpenBench, said: Said, ask: AskView) -> View:
    """Return the products that the stages may use, and which are there."""
    return View("Products", "", (), (), (Table("All", backend_rows(available(bench.settings))),))
