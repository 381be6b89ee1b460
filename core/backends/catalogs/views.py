"""Views over the tables of a catalog that a query may name: they are made when one does, also over catalogs of before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.model import Manifest

if TYPE_CHECKING:
    import duckdb

VIEWS: Mapping[str, str] = {
    "call_edges": """
        SELECT s.file_path || '::' || s.identifier AS caller_id, t.file_path || '::' || t.identifier AS callee_id,
               CASE WHEN r.kind = 'imports' THEN 'module_import' WHEN s.file_path = t.file_path THEN 'same_file'
                    ELSE 'cross_file' END AS edge_type,
               {project} AS project_name, r.kind AS kind, r.file_path AS file_path, r.line AS line, r.certainty AS certainty
        FROM relations r JOIN units s ON s."key" = r.source JOIN units t ON t."key" = r.target
        WHERE r.kind IN ('calls', 'imports')""",
}
"""The query behind each view; `{project}` stands for the name of the repository that the row is of."""


def make_views(cursor: duckdb.DuckDBPyConnection, statement: str, manifest: Manifest) -> None:
    """Make the views that a statement names, for its cursor alone; in a set a repository is the first folder of its paths."""
    name = manifest.name.replace("'", "''")
    project = "split_part(s.file_path, '/', 1)" if manifest.members else f"'{name}'"
    for view, query in VIEWS.items():
        if view in statement.lower():
            cursor.execute(f"CREATE OR REPLACE TEMP VIEW {view} AS {query.format(project=project)}")
