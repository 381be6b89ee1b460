"""The protocol: tools, resources and prompts of the Model Context Protocol, by the official library.

Its low-level server is used, because the one above it takes arguments more loosely than a schema says, and sends each
answer twice.
Every call runs in a thread of its own and the indexes are only read, so that calls do not wait for each other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import unquote

import anyio
import mcp_types as types
from anyio import from_thread, to_thread
from anyio.lowlevel import current_token
from mcp.server.caching import CacheHint
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from core.errors import SourceError, WorkbenchError
from core.mcp.calls import Reply, called
from core.mcp.prompts import PROMPTS, prompt_text
from core.mcp.toolset import Tool
from core.model import file_key
from core.model.run import Step
from core.runtime.trace import listening
from core.serving.indexes import ServedIndexes

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    Context = ServerRequestContext[object]


INSTRUCTIONS = (
    "Orienteer answers from an index of a codebase. Start with codebase_retrieve for questions and codebase_lookup for names. "
    "Call codebase_dependents before you change a unit. Empty answers state whether they mean none, possibly used or not "
    "analysed."
)
_INVALID = -32602
_FRESH = 10_000  # milliseconds for which lists and units may be kept
_AT_ONCE = 8  # calls


def build_server(indexes: ServedIndexes, tools: Sequence[Tool]) -> Server[object]:
    """Return the server of these tools over these indexes; it is run by `serve_stdio` or carried by HTTP."""
    threads = anyio.CapacityLimiter(_AT_ONCE)

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_definition(tool) for tool in tools])

    async def call_tool(context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        work = partial(
            _called_telling, _progress_of(context), partial(called, indexes, tools, asked.name, asked.arguments or {})
        )
        try:
            return _result(await to_thread.run_sync(work, limiter=threads))
        except LookupError as problem:
            raise MCPError(_INVALID, str(problem.args[0])) from problem

    async def list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=list(TEMPLATES))

    async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    async def read_resource(_: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            text = await to_thread.run_sync(partial(resource_text, indexes, asked.uri), limiter=threads)
        except WorkbenchError as problem:
            raise MCPError(_INVALID, str(problem), {"uri": asked.uri}) from problem
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=asked.uri, text=text, mime_type="text/plain")])

    async def list_prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=list(PROMPTS))

    async def get_prompt(_: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        try:
            text = await to_thread.run_sync(partial(prompt_text, indexes, asked.name, asked.arguments or {}), limiter=threads)
        except WorkbenchError as problem:
            raise MCPError(_INVALID, str(problem)) from problem
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(messages=[message])

    fresh = CacheHint(ttl_ms=_FRESH, scope="private")  # source code belongs to who asked
    return Server(
        "orienteer", version=version("orienteer"), title="Orienteer", instructions=INSTRUCTIONS,
        cache_hints={"tools/list": fresh, "prompts/list": fresh, "resources/templates/list": fresh, "resources/list": fresh},
        on_list_tools=list_tools, on_call_tool=call_tool, on_list_resources=list_resources,
        on_list_resource_templates=list_templates, on_read_resource=read_resource, on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )  # fmt: skip


def _progress_of(context: Context) -> Callable[[Step], None]:
    """Return what sends each stage that ends, from whichever thread, to a client that asked for progress."""
    ended, loop = count(1), current_token()
    return lambda step: from_thread.run(context.session.report_progress, next(ended), None, step.step, token=loop)


def _called_telling(hear: Callable[[Step], None], work: Callable[[], Reply]) -> Reply:
    with listening(hear):
        return work()


def serve_stdio(server: Server[object]) -> None:
    """Serve one client over stdin and stdout until it goes; everything that is no protocol goes to stderr."""

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    print("orienteer: serving the Model Context Protocol over stdio", file=sys.stderr)  # noqa: T201
    anyio.run(serve)


def _definition(tool: Tool) -> types.Tool:
    reads = not tool.writes
    hints = types.ToolAnnotations(
        title=tool.title, read_only_hint=reads, destructive_hint=False, idempotent_hint=reads, open_world_hint=False
    )
    return types.Tool(name=tool.name, description=tool.says, input_schema=tool.schema, annotations=hints)


def _result(reply: Reply) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=reply.text)]
    if not reply.error:
        return types.CallToolResult(content=content)
    return types.CallToolResult(content=content, is_error=True, _meta={"error_code": reply.error})


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
