"""Filter chains: inheritance, order, skips and conditions."""

from typing import Any

from core.extract.rails.facts.filters import filter_relations, resolve_filters


def declared(name: str, kind: str = "before", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "how": "method", "file_path": "app/controllers/a.rb", "line": 1, **more}


def chain(*layers: list[dict[str, Any]], action: str = "index") -> list[str]:
    named = [(f"C{number}", layer) for number, layer in enumerate(layers)]
    return [f"{fact['kind']}:{fact['name']}" for fact in resolve_filters(named, [action])[action]]


def test_a_class_continues_the_chain_of_its_superclass():
    assert chain([declared("login")], [declared("load"), declared("log", "around")]) == [
        "before:login",
        "before:load",
        "around:log",
    ]


def test_prepended_filters_come_first_and_the_last_prepended_before_all():
    layer = [declared("a"), declared("b", prepend=True), declared("c", prepend=True)]
    assert chain(layer) == ["before:c", "before:b", "before:a"]


def test_only_and_except_limit_a_filter_to_actions():
    layer = [declared("a", only=["show"]), declared("b", **{"except": ["index"]}), declared("c", only=["index", "show"])]
    assert chain(layer) == ["before:c"]
    assert chain(layer, action="show") == ["before:a", "before:b", "before:c"]


def test_declaring_a_method_again_moves_it_to_the_end_with_its_new_conditions():
    layers = [declared("a"), declared("b")], [declared("a", only=["show"])]
    assert chain(*layers) == ["before:b"]
    assert chain(*layers, action="show") == ["before:b", "before:a"]


def test_the_same_method_before_and_after_are_two_filters():
    assert chain([declared("a"), declared("a", "after")]) == ["before:a", "after:a"]


def test_a_skip_takes_a_filter_out_for_the_actions_it_names():
    base = [declared("login"), declared("load")]
    assert chain(base, [declared("login", skip=True)]) == ["before:load"]
    assert chain(base, [declared("login", skip=True, only=["index"])]) == ["before:load"]
    assert chain(base, [declared("login", skip=True, **{"except": ["index"]})]) == ["before:login", "before:load"]
    assert chain(base, [declared("login", skip=True), declared("login")]) == ["before:load", "before:login"]


def test_blocks_are_never_the_same_filter():
    block = declared("block", how="block")
    assert chain([block, dict(block)], [{**block, "skip": True}]) == ["before:block", "before:block"]


def test_what_only_a_request_decides_stays_and_says_so():
    layers = [("A", [declared("a", **{"if": "json?"}), declared("b")]), ("B", [declared("b", skip=True, **{"if": "-> { x }"})])]
    resolved = resolve_filters(layers, ["index"])["index"]
    assert [(fact["name"], fact["conditional"], fact["declared_in"]) for fact in resolved] == [
        ("a", True, "A"),
        ("b", True, "A"),
    ]


def test_relations_point_from_the_action_to_the_filter_at_its_declaration():
    resolved = resolve_filters([("A", [declared("login"), declared("block", how="block")])], ["index"])
    found = filter_relations(resolved, lambda action: f"method:A#{action}", lambda name: f"method:A#{name}")
    assert [(one.source, one.target, one.kind, one.line) for one in found] == [
        ("method:A#index", "method:A#login", "filters_with", 1)
    ]
