"""Addresses of earlier versions open the page that shows the same today."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from core.present.html.moved import MOVED, moved

NOW = {
    "/overview": "/home",
    "/overview?areas=all+files&measure=age": "/map?areas=all+files&measure=age&view=treemap",
    "/overview?at=app/models": "/map?at=app/models&view=treemap",
    "/query?q=Who+pays?&types=model&types=job": "/search?q=Who+pays?&types=model&types=job",
    "/query?q=Who+pays?&view=context": "/search?q=Who+pays?&view=context",
    "/query?q=Who+pays?&view=stages": "/search?q=Who+pays?&view=why&explain=stages",
    "/query?q=Who+pays?&view=why+not&why=Order": "/search?q=Who+pays?&why=Order&view=why&explain=dropped",
    "/query?q=Who+pays?&view=what+if": "/search?q=Who+pays?&view=why&explain=settings",
    "/query?q=Who+pays?&view=table": "/search?q=Who+pays?&view=results",
    "/budget?q=Who+pays?&budget=2000": "/search?q=Who+pays?&budget=2000&view=why&explain=budget",
    "/unit?unit=model:Order&line=5": "/code?unit=model:Order&line=5",
    "/unit?unit=model:Order&side=columns": "/code?unit=model:Order&side=data",
    "/unit?unit=model:Order&side=facts": "/code?unit=model:Order&side=data",
    "/unit?unit=model:Order&side=similar": "/code?unit=model:Order&side=around&around=similar",
    "/unit?unit=model:Order&side=chunks": "/code?unit=model:Order",
    "/unit?unit=model:Order&side=tests": "/code?unit=model:Order&side=tests",
    "/file?path=app/models/order.rb&line=5-6&index=shop": "/code?path=app/models/order.rb&line=5-6&index=shop",
    "/file?text=total&regex=true": "/search?text=total&regex=true",
    "/flow?entry=DELETE+/basket&depth=2": "/code?unit=DELETE+/basket&depth=2&side=flow",
    "/flow?entry=model:Order&view=diagram": "/code?unit=model:Order&side=flow",
    "/flow?entry=model:Order&view=reached+from": "/code?unit=model:Order&side=flow&flow=reached+from",
    "/flow?entry=model:Order&view=destroy": "/code?unit=model:Order&side=flow&flow=destroy",
    "/graph": "/map",
    "/graph?at=app&unit=model:Order": "/map?at=app&unit=model:Order",
    "/graph?view=map&level=namespace": "/map?level=namespace",
    "/graph?view=question&q=Who+pays?": "/search?q=Who+pays?",
    "/graph?unit=model:Order": "/code?unit=model:Order&side=around",
    "/graph?unit=model:Order&view=impact&impact_depth=2": "/code?unit=model:Order&impact_depth=2&side=around&around=impact",
    "/graph?unit=model:Order&view=path&to=Refund": "/code?unit=model:Order&to=Refund&side=around&around=path",
    "/graph?unit=model:Order&view=lines": "/code?unit=model:Order&side=used+by",
    "/structure?level=file&grain=1": "/map?level=file&grain=1&view=matrix",
    "/structure?view=levels&level=file": "/map?view=map",
    "/structure?view=packages": "/map?view=packages",
    "/structure?view=repositories": "/map?view=repositories",
    "/structure?view=rules": "/health?view=rules",
    "/structure?view=misplaced": "/health?view=findings&list=misplaced",
    "/hubs?by=pagerank": "/health?by=pagerank&view=hubs",
    "/hubs?view=cycles&level=folder&cycle=0": "/health?level=folder&cycle=0&view=cycles",
    "/hubs?view=unreached": "/health?view=findings&list=unreached",
    "/hubs?view=orphans": "/health?view=findings&list=unused",
    "/hubs?view=bridges": "/health?view=hubs",
    "/findings?type=method": "/health?view=findings&list=unused",
    "/findings?view=n%2B1": "/health?view=findings&list=n%2B1",
    "/findings?view=runtime&list=never": "/health?recorded=never&view=findings&list=runtime",
    "/change?window=all": "/health?window=all&view=hotspots",
    "/change?view=hidden+coupling&order=lift": "/changes?order=lift&view=together",
    "/change?view=changes+together": "/changes?view=together&related=true",
    "/change?view=commits&from=HEAD&to=HEAD": "/changes?from=HEAD&to=HEAD&view=compare",
    "/change?view=since&before=1": "/changes?before=1&view=compare&of=index",
    "/review?commits=HEAD..HEAD&of=commits": "/changes?commits=HEAD..HEAD&of=commits&view=review",
    "/review?view=entries": "/changes?view=review&part=affected",
    "/review?view=files": "/changes?view=review&part=changed",
    "/evaluation?question_set=a.json": "/settings?question_set=a.json&view=evaluation",
    "/indexes": "/settings",
    "/indexes?view=coverage": "/settings?view=coverage",
    "/indexes?view=settings": "/settings?view=settings",
    "/indexes?view=products": "/settings?view=settings",
    "/indexes?view=side+by+side&with=a&with=b": "/settings?with=a&with=b&view=side+by+side",
}  # fmt: skip


def parsed(address: str) -> tuple[str, dict[str, list[str]]]:
    split = urlsplit(address)
    return split.path.strip("/"), parse_qs(split.query)


@pytest.mark.parametrize("old", NOW)
def test_an_address_of_earlier_versions_is_one_of_today_with_all_that_it_says(old: str) -> None:
    assert moved(*parsed(old)) == parsed(NOW[old])


@pytest.mark.parametrize(("page", "view"), MOVED)
def test_what_an_old_address_means_is_an_address_of_today(page: str, view: str) -> None:
    found = moved(page, parse_qs(urlencode({"view": view, "unit": "model:Order"})))
    assert found
    assert found[0] in ("home", "search", "code", "map", "health", "changes", "settings")
    assert moved(*found) is None
