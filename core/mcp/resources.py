"""Units and files of an index as resources that a client can attach: `orienteer://INDEX/unit/KEY`, `orienteer://INDEX/file/PATH`."""

from __future__ import annotations

import re
from urllib.parse import unquote

import mcp_types as types

from core.errors import SourceError
from core.model import file_key
from core.serving.indexes import ServedIndexes

TEMPLATES = (
    types.ResourceTemplate(
        name="unit", title="Code unit", uri_template="orienteer://{index}/unit/{+key}", mime_type="text/plain",
        description="Code of a unit by key, for example orienteer://shop/unit/model:Order",
    ),
    types.ResourceTemplate(
        name="file", title="File", uri_template="orienteer://{index}/file/{+path}", mime_type="text/plain",
        description="Text of an indexed file by its repository path",
    ),
)  # fmt: skip
_ADDRESS = re.compile(r"orienteer://(?P<index>[^/]+)/(?P<kind>unit|file)/(?P<name>.+)")


def resource_text(indexes: ServedIndexes, uri: str) -> str:
    """Return the text of a resource; raises `SourceError` for an address that names none."""
    parts = _ADDRESS.fullmatch(uri)
    if parts is None:
        raise SourceError(f"'{uri[:200]}' is not a resource. Use orienteer://INDEX/unit/KEY and orienteer://INDEX/file/PATH.")
    bench = indexes.workbench(unquote(parts["index"]))
    name = unquote(parts["name"])
    key = file_key(name) if parts["kind"] == "file" else name
    if key not in bench.heads:
        raise SourceError(f"The index '{bench.name}' has no {parts['kind']} '{name[:200]}'. Find it with codebase_search.")
    return bench.unit(key).source_code
