"""Read go.mod and go.work: what a module is called, what it requires and what stands in for it here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.facts import FileFacts, SourceFile

_BLOCK = re.compile(r"^(\w+)\s*\($")
_COMMENT = re.compile(r"//.*$")


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a manifest; `extra["manifest"]` is one as `core.extract.manifests` has it."""
    manifest = parse(file.text, is_workspace=file.path.endswith("go.work"))
    return FileFacts(
        file.path,
        file.language,
        file.sha,
        file.text.count("\n") + 1,
        file.is_test,
        extra={"manifest": manifest} if manifest else {},
    )


def parse(text: str, is_workspace: bool = False) -> dict[str, object]:
    """Return the manifest that a go.mod or go.work is: `local` has the folders that stand in for modules."""
    found: dict[str, object] = {"type": "workspace" if is_workspace else "go_module"}
    versions: dict[str, str] = {}
    local: dict[str, str] = {}
    members: list[str] = []
    replaced: dict[str, str] = {}
    for word, rest in _directives(text):
        if word == "module" and rest:
            found["name"] = rest[0]
        elif word == "go" and rest:
            found["go"] = rest[0]
        elif word == "require" and rest:
            versions[rest[0]] = rest[1] if len(rest) > 1 else ""
        elif word == "use" and rest:
            members.append(rest[0])
        elif word == "replace" and "=>" in rest[1:-1]:
            target = rest[rest.index("=>") + 1]
            (local if target.startswith((".", "/")) else replaced)[rest[0]] = target
    return {
        **found,
        "dependencies": sorted(versions),
        "versions": dict(sorted(versions.items())),
        "local": dict(sorted(local.items())),
        "replaced": dict(sorted(replaced.items())),
        "members": sorted(members),
    }


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the word and the rest of every line, those of a block with the word of the block."""
    block = ""
    for line in text.split("\n"):
        code = _COMMENT.sub("", line).strip()
        if opened := _BLOCK.match(code):
            block = opened.group(1)
        elif code == ")":
            block = ""
        elif code:
            words = [word.strip('"`') for word in code.split()]
            yield (block, words) if block else (words[0], words[1:])
