"""What a page asks the server without running again: what goes with a few letters, a view as Markdown, a document of views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from core.errors import SourceError, WorkbenchError
from core.serving.guard import HERE, RequestGuard

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Mount

    from core.model import UnitHead
    from core.workbench import Workbench

_LONGEST = 200  # letters that are looked for
_LONG_ADDRESS, _MOST_VIEWS = 4_000, 50  # letters of an address, views of a document


def routes() -> list[Mount]:
    """Return the routes of the server beside those of Streamlit; pages of other addresses may not ask them."""
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route

    asked = Starlette(routes=[Route(f"/{name}", _answering(make), methods=["POST"]) for name, make in ANSWERS.items()])
    return [Mount("/workbench", RequestGuard(asked, HERE[0], ""))]


def found(bench: Workbench, body: Mapping[str, object]) -> object:
    """Return units, and the titles of the body, that go with its letters: each a row with title, type, place and address."""
    from core.model import UnitHead
    from core.present.html.labels import place
    from core.workbench.finding import found_among

    given = body.get("titles")
    titles = [str(one) for one in given] if isinstance(given, list) else []
    ranked = found_among(bench, str(body.get("letters", ""))[:_LONGEST], titles)
    return [
        {"title": one.identifier, "type": one.type, "place": place(one), "href": opening(one, bench.name)}
        if isinstance(one, UnitHead)
        else {"at": one}
        for one in ranked
    ]


def opening(head: UnitHead, index: str) -> str:
    """Return the address of what a reader wants of something found: of a route what it sets off, else the unit."""
    from core.present.html.links import page_url, unit_url

    return page_url("code", index=index, unit=head.key, side="flow") if head.type == "route" else unit_url(head.key, index)


def markdown(bench: Workbench, body: Mapping[str, object]) -> object:
    """Return the view at the `address` of the body as Markdown, with pictures, all rows and its permalink."""
    from core.present.report.markdown import part_markdown

    made = bench.report_part(str(body.get("address", ""))[:_LONG_ADDRESS])
    return {"text": part_markdown(made, str(body.get("pages", "")) or bench.pages.address)}


def report(bench: Workbench, body: Mapping[str, object]) -> object:
    """Return the document of the `views` of the body, by default the usual ones, as HTML or Markdown."""
    from core.present.report.markdown import document_markdown
    from core.present.report.page import document_html

    given = body.get("views")
    views = [str(one)[:_LONG_ADDRESS] for one in given][:_MOST_VIEWS] if isinstance(given, list) else []
    written = document_html if body.get("format") == "html" else document_markdown
    return {"text": written(bench.report(views), str(body.get("pages", "")) or bench.pages.address)}


Answer = Callable[["Workbench", Mapping[str, object]], object]
ANSWERS: Mapping[str, Answer] = {"find": found, "markdown": markdown, "report": report}
"""What may be asked, by the last part of its path: each answers a JSON object about the index that its `index` names."""


def _answering(make: Answer) -> Callable[[Request], object]:
    async def answered(request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool
        from starlette.responses import JSONResponse

        from pages.parts.frame import opened

        body = await request.json()
        if not isinstance(body, dict):
            return JSONResponse({"problem": "Send a JSON object."}, 400)
        try:
            return JSONResponse(await run_in_threadpool(lambda: make(opened(str(body.get("index", ""))), body)))
        except WorkbenchError as problem:
            return JSONResponse({"problem": str(problem)}, 404 if isinstance(problem, SourceError) else 400)

    return answered
