"""Route files that never end, and what two booted applications say of their own routes."""

import gzip
import json
import os
from pathlib import Path

import pytest

from tests.linking import repository_of
from tests.rails_routing import routes_of, written

TRUTH = Path(os.environ.get("ORIENTEER_TRUTH", "../shared/rails"))


@pytest.mark.parametrize(
    ("name", "root"), [("shop", TRUTH / "shop"), ("redmine-5.0.4", Path(os.environ.get("REDMINE", "none")))]
)
def test_the_router_agrees_with_the_booted_application(name: str, root: Path):
    truth = TRUTH / "truth" / f"{name}.json.gz"
    if not truth.is_file() or not (root / "config/routes.rb").is_file():
        pytest.skip(f"no booted truth or no checkout of {name} on this machine")
    texts = {str(path.relative_to(root)): path.read_text(errors="replace") for path in sorted(root.rglob("*.rb"))}
    wanted = set()
    for route in json.loads(gzip.decompress(truth.read_bytes()))["routes"]:
        for verb in (route["verb"] or "ANY").split("|"):
            wanted.add((verb, route["path"], route["name"] or "", route["controller"] or "", route["action"] or ""))
    found = {
        (route.verb, route.pattern, route.name, route.controller, route.action)
        for route in routes_of(repository_of(texts)).routes
    }
    assert len(wanted & found) >= 0.99 * len(wanted)
    assert len(found - wanted) <= 0.01 * len(found)


DOUBLING = (
    "concern(:a0) { get 'x', to: 'y#z' }\n"
    + "".join(f"concern(:a{n}) {{ {f'concerns :a{n - 1};' * 9} }}\n" for n in range(1, 30))
    + "concerns :a29"
)


@pytest.mark.parametrize(
    ("body", "others", "what"),
    [
        ("draw :a", {"config__routes__a": "get 'x', to: 'y#z'\ndraw :a"}, "the file config/routes/a.rb draws itself"),
        ("draw :a", {"config__routes__a": "draw :b", "config__routes__b": "draw :a"}, "config/routes/a.rb draws itself"),
        ("concern(:a) { resources :b, concerns: :a }\nresources :c, concerns: :a", {}, "the concern 'a' draws itself"),
        ("def a = a\na", {}, "a method calls itself"),
        ("def a(n) = b(n)\ndef b(n)\n  scope(n) { a(n) }\nend\na 'x'", {}, "a method calls itself"),
        ("f = ->(&g) { f.call(&f) }\nf.call", {}, None),
        ("instance_exec(&self)", {}, None),
        ("scope 'a' do\n" * 3000 + "end\n" * 3000, {}, "nested more than"),
        ("if a\n" + "elsif b\n" * 3000 + "end", {}, "nested more than"),
        (DOUBLING, {}, "statements"),
        ("400.times { 400.times { 400.times { get 'x', to: 'y#z' } } }", {}, "statements"),
        ("900000000000.times { get 'x', to: 'y#z' }", {}, None),
    ],
    ids=["file", "files", "concern", "method", "methods", "lambda", "self", "nested", "elsif", "doubling", "loops", "times"],
)  # fmt: skip
def test_routes_that_would_never_end_are_cut_and_told(
    monkeypatch: pytest.MonkeyPatch, body: str, others: dict[str, str], what: str | None
):
    monkeypatch.setattr("core.extract.rails.routes.draw._MAX_STEPS", 4_000)
    text = f"Rails.application.routes.draw do\nget 'first', to: 'a#b'\n{body}\nget 'last', to: 'a#b'\nend\n"
    table = routes_of(written(config__routes=text, **others))
    assert table.routes[0].identifier == "GET /first"
    if what != "statements":
        assert table.routes[-1].identifier == "GET /last"
    assert what is None or any(what in one.reason and one.line and one.status == "partial" for one in table.problems)
