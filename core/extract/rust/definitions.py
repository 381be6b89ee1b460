"""The items of a Rust file with their documentation, attributes and complexity."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.facts import Definition
from core.extract.parse import Defined, Extents, Parsed
from core.extract.rust.types import plain_type, type_expression
from core.extract.strings import notable

_SPACES = re.compile(r"\s+")
_OUTER_DOC = re.compile(r"^\s*(?:///(?!/) ?|/\*\*(?!\*)|\*/|\* ?)|\*/\s*$", re.MULTILINE)
_LONGEST_SIGNATURE = 400
_MEMBERS = ("impl", "trait")


def definitions(parsed: Parsed) -> Defined:
    """Return the items of a file in the order of their lines; attributes belong to their extents, comments do not."""
    found = parsed.captures("units")
    units = {
        node.start_byte: (capture.removeprefix("unit."), node)
        for capture, nodes in sorted(found.items())
        for node in nodes
        if capture.startswith("unit.")
    }
    above = _Above(parsed, found)
    extents = {}
    for start, (_, node) in units.items():
        first, _, _ = above.read(start)
        extents[first, node.end_byte] = start
    outline = Extents(extents)
    details = _Details(parsed, outline)
    made: list[Definition] = []
    for number, extent in enumerate(outline.extents):
        kind, node = units[extents[extent]]
        made.append(_definition(parsed, outline, number, kind, node, made, above, details))
    return Defined(tuple(made), tuple(units[extents[extent]][1] for extent in outline.extents), outline)


class _Above:
    """What stands right above an item: its attributes and its documentation."""

    def __init__(self, parsed: Parsed, found: Mapping[str, Sequence[tree_sitter.Node]]) -> None:
        self._parsed = parsed
        nodes = (*found.get("attribute", ()), *found.get("comment", ()))
        self._by_end = {parsed.end_before(node.end_byte): node for node in nodes}

    def read(self, start: int) -> tuple[int, list[str], str]:
        """Return where the first attribute starts, the attributes and the documentation."""
        attributes: list[str] = []
        docs: list[str] = []
        first = position = start
        while (node := self._by_end.get(self._parsed.end_before(position))) is not None:
            text = self._parsed.code(node).rstrip()
            position = node.start_byte
            if node.type == "attribute_item":
                attributes.insert(0, _SPACES.sub(" ", text))
                first = position
            elif text.startswith(("///", "/**")):
                docs.insert(0, _OUTER_DOC.sub("", text).strip("\n"))
            elif text.startswith(("//!", "/*!")):
                break
        return first, attributes, "\n".join(docs).strip()


class _Details:
    """Branches and strings by the innermost item that holds them."""

    def __init__(self, parsed: Parsed, outline: Extents) -> None:
        found = parsed.captures("details")
        self.branches = Counter(outline.at(node.start_byte) for node in found.get("branch", ()))
        self.strings: dict[int, list[str]] = {}
        for node in found.get("string", ()):
            text = parsed.code(node).lstrip("br#").strip('#"')
            self.strings.setdefault(outline.at(node.start_byte), []).append(text)


def _definition(
    parsed: Parsed, outline: Extents, number: int, kind: str, node: tree_sitter.Node, made: Sequence[Definition],
    above: _Above, details: _Details,
) -> Definition:  # fmt: skip
    parent = outline.parents[number]
    _, attributes, docs = above.read(node.start_byte)
    metadata = _metadata(parsed, kind, node, attributes)
    name = _name(parsed, kind, node, metadata)
    if kind == "function" and parent >= 0 and made[parent].kind in _MEMBERS:
        kind = "method"
    if strings := notable(details.strings.get(number, ())):
        metadata["strings"] = strings
    if any(_is_test_mark(one) for one in attributes) or (parent >= 0 and made[parent].metadata.get("is_test")):
        metadata["is_test"] = True
    if kind == "module":
        docs = "\n".join(filter(None, (docs, inner_docs(parsed, node.child_by_field_name("body")))))
    return Definition(
        kind=kind,
        name=name,
        qualified=_qualified(made, parent, name),
        start_line=parsed.line(outline.extents[number][0]),
        end_line=parsed.last_line(node),
        parent=parent,
        signature=_signature(parsed, node),
        docstring=docs,
        bases=_bounds(parsed, node) if kind == "trait" else (),
        decorators=tuple(attributes),
        visibility="public" if any(child.type == "visibility_modifier" for child in node.children) else "private",
        complexity=1 + details.branches[number],
        metadata=metadata,
    )


def inner_docs(parsed: Parsed, node: tree_sitter.Node | None) -> str:
    """Return the `//!` documentation that opens a file or a module's body."""
    lines = []
    for child in node.children if node is not None else ():
        text = parsed.code(child)
        if child.type.endswith("comment") and text.startswith(("//!", "/*!")):
            lines.append(re.sub(r"^//! ?|^/\*!|\*/\s*$", "", text.rstrip(), flags=re.MULTILINE))
        elif child.type not in ("{", "line_comment", "block_comment", "inner_attribute_item", "shebang"):
            break
    return "\n".join(lines).strip()


def _metadata(parsed: Parsed, kind: str, node: tree_sitter.Node, attributes: Sequence[str]) -> dict[str, object]:
    metadata: dict[str, object] = {}
    if kind == "impl":
        type_, trait = node.child_by_field_name("type"), node.child_by_field_name("trait")
        metadata["type"] = plain_type(parsed.code(type_)) if type_ is not None else ""
        metadata["trait"] = plain_type(parsed.code(trait)) if trait is not None else ""
    returns = node.child_by_field_name("return_type")
    if returns is not None and (expression := type_expression(parsed.code(returns))):
        metadata["returns"] = expression
    derived = [found for one in attributes for found in re.findall(r"^#\[derive\((.*)\)\]$", one)]
    if derived:
        metadata["derives"] = [name.strip() for name in ",".join(derived).split(",") if name.strip()]
    return metadata


def _is_test_mark(attribute: str) -> bool:
    """Tell whether an attribute marks tests: `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[bench]`."""
    inner = attribute[2:-1]
    path = inner.split("(")[0].strip()
    if path == "cfg":
        return re.search(r"(?<!not\()\btest\b", inner) is not None
    return path.rpartition("::")[2] in ("test", "bench", "rstest", "test_case", "quickcheck")


def _name(parsed: Parsed, kind: str, node: tree_sitter.Node, metadata: Mapping[str, object]) -> str:
    if kind != "impl":
        found = node.child_by_field_name("name")
        return parsed.code(found) if found is not None else ""
    trait = node.child_by_field_name("trait")  # with its arguments: `From<A>` and `From<B>` are two
    code = " ".join(parsed.code(trait).split()) if trait is not None else ""
    return f"impl {code} for {metadata['type']}" if code else f"impl {metadata['type']}"


def _qualified(made: Sequence[Definition], parent: int, name: str) -> str:
    """Return the path inside the file; what an `impl` holds is named by the type."""
    if parent < 0:
        return name
    outer = made[parent]
    if outer.kind != "impl":
        return f"{outer.qualified}::{name}"
    head = outer.qualified[: len(outer.qualified) - len(outer.name)]
    return f"{head}{outer.metadata['type'].rpartition('::')[2]}::{name}"


def _signature(parsed: Parsed, node: tree_sitter.Node) -> str:
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None and node.type not in ("struct_item", "union_item") else node.end_byte
    if body is not None and body.type == "field_declaration_list":
        end = body.start_byte
    text = _SPACES.sub(" ", parsed.text(node.start_byte, end)).strip().removesuffix(";")
    return text.split(" = ")[0][:_LONGEST_SIGNATURE] if node.type.startswith(("const", "static")) else text[:_LONGEST_SIGNATURE]


def _bounds(parsed: Parsed, node: tree_sitter.Node) -> tuple[str, ...]:
    bounds = node.child_by_field_name("bounds")
    if bounds is None:
        return ()
    return tuple(plain_type(parsed.code(child)) for child in bounds.named_children if child.type != "lifetime")
