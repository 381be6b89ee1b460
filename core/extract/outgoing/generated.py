"""Requests of clients that were generated from a document of OpenAPI: their code writes each operation in a fixed form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.model.outgoing import BASED, GENERATED, HOLE, OutgoingCall
from core.text.lines import line_at

BASE = "basePath"
"""What stands for the address that a client is configured with: it asks another program, never its own."""
MARKS = ("localVarPath", "urlPath", "this.request(", ".GET(", ".POST(", ".PUT(", ".PATCH(", ".DELETE(", "orval", "?? client)",
         "resource_path=", "call_api(", "_get_kwargs", "local_var_path", "@base_path", "BASE_PATH", "_base_path")  # fmt: skip

_PATH = r"(?P<mark>[`'\"])(?P<path>/(?:(?!(?P=mark)).){0,300})(?P=mark)"
_VERB = r"(?P<verb>(?i:get|put|post|delete|patch|head|options))"
_TYPES = r"(?:<[^(]{0,300}>)?"
_NEAR = r"(?:(?!(?:let|const|var) (?:localVarPath|urlPath)\s*=|local_var_path\s*=\s*['\"]/)[\s\S]){0,3000}?"  # up to the next
_SCRIPT = (
    ("openapi-generator", "localVarPath", rf"\blocalVarPath\s*=\s*{_PATH}{_NEAR}\bmethod:\s*['\"]{_VERB}['\"]"),
    ("openapi-generator", "localVarPath", rf"\blocalVarPath\s*=\s*{_PATH}{_NEAR}\.request{_TYPES}\(\s*['\"]{_VERB}['\"]"),
    ("openapi-generator", "BaseAPI", rf"\burlPath\s*=\s*{_PATH}{_NEAR}\bmethod:\s*['\"]{_VERB}['\"]"),
    ("openapi-generator", "BaseAPI", rf"\bthis\.request\(\{{\s*path:\s*{_PATH}[^;]{{0,400}}?\bmethod:\s*['\"]{_VERB}['\"]"),
    ("openapi-fetch", "", rf"\.(?P<verb>GET|PUT|POST|DELETE|PATCH|HEAD)\(\s*{_PATH}"),
    ("openapi-ts", "?? client)", rf"\?\? client\)\s*\.{_VERB}{_TYPES}\((?:(?!\?\? client\))[\s\S]){{0,800}}?\burl:\s*{_PATH}"),
    ("orval", "orval", rf"\burl:\s*{_PATH}\s*,\s*method:\s*['\"]{_VERB}['\"]"),
    ("orval", "orval", rf"\baxios(?:\.default)?\.{_VERB}{_TYPES}\(\s*{_PATH}"),
)
_FORMS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    **dict.fromkeys(("javascript", "typescript", "tsx"), _SCRIPT),
    "python": (
        ("openapi-generator", "resource_path", rf"\bmethod=['\"]{_VERB}['\"],\s*resource_path={_PATH}"),
        ("openapi-generator", "call_api", rf"\bcall_api\(\s*{_PATH},\s*['\"]{_VERB}['\"]"),
        ("openapi-python-client", "_get_kwargs", rf"['\"]method['\"]:\s*['\"]{_VERB}['\"],\s*['\"]url['\"]:\s*f?{_PATH}"),
    ),
    "ruby": (("openapi-generator", "local_var_path", rf"\blocal_var_path\s*=\s*{_PATH}{_NEAR}\bcall_api\(:{_VERB}\b"),),
}  # fmt: skip
"""By language the tool, what the file must have, and how an operation is written."""
_READ = {language: tuple((tool, needs, re.compile(form)) for tool, needs, form in forms) for language, forms in _FORMS.items()}
_ADDRESS = r"['\"](?:https?://[^/'\"]+)?(?P<path>/[^'\"{}$]+)['\"]"
_BASES = {
    "ruby": re.compile(rf"^\s*@base_path\s*=\s*{_ADDRESS}", re.MULTILINE),
    "python": re.compile(rf"^\s*self\._base_path\s*=\s*(?:\(\s*)?{_ADDRESS}", re.MULTILINE),
    **dict.fromkeys(
        ("javascript", "typescript", "tsx"), re.compile(rf"^export const BASE_PATH\s*=\s*{_ADDRESS}", re.MULTILINE)
    ),
}
"""Where the settings of a client of openapi-generator have its usual address."""
_PARAMETER = re.compile(r"\$?\{(?:[^{}]|\{[^{}]*\})*\}")


def generated_calls(language: str, text: str) -> Iterator[OutgoingCall]:
    """Yield the operations that generated code asks for, with the path as its document writes it and a hole for parameters.

    What its settings write as the path before them all is yielded as `BASED`.
    """
    if not any(mark in text for mark in MARKS):
        return
    if language in _BASES and (base := _BASES[language].search(text)) is not None:
        path = "/" + "/".join(part for part in base["path"].split("/") if part)
        yield OutgoingCall(BASED, path, line_at(text, base.start("path")), BASE, False, GENERATED)
    for tool, needs, form in _READ.get(language, ()):
        for match in form.finditer(text) if needs in text else ():
            path = _PARAMETER.sub(HOLE, match["path"]).partition("?")[0].rstrip("/")
            if re.search(r"[A-Za-z]{2}", path):
                line = line_at(text, match.start("path"))
                yield OutgoingCall(match["verb"].upper(), path, line, BASE, False, f"{GENERATED} ({tool})")
