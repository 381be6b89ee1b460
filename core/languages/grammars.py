"""Load tree-sitter grammars and the queries that belong to them, once per process."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from core.languages.table import LANGUAGES

if TYPE_CHECKING:
    import tree_sitter


@cache
def grammar(language: str) -> tree_sitter.Language:
    """Return the grammar of a language; raises `KeyError` for one that has none in the table."""
    import tree_sitter

    target = LANGUAGES[language].grammar
    if not target:
        raise KeyError(f"The language '{language}' has no grammar in the table")
    module, _, function = target.partition(":")
    return tree_sitter.Language(getattr(import_module(module), function)())


@cache
def parser(language: str) -> tree_sitter.Parser:
    """Return the parser of a language; one per process, not to be shared between threads."""
    import tree_sitter

    return tree_sitter.Parser(grammar(language))


@cache
def query(language: str, *names: str) -> tree_sitter.Query:
    """Return the queries `NAME.scm` of the language's folders, compiled as one.

    Raises `KeyError` when none of them has one of the names, `tree_sitter.QueryError` when it is faulty.
    """
    import tree_sitter

    folders = [files("core.languages").joinpath(folder) for folder in LANGUAGES[language].queries]
    parts = []
    for name in names:
        named = [part for folder in folders if (part := folder.joinpath(f"{name}.scm")).is_file()]
        if not named:
            raise KeyError(f"The language '{language}' has no query '{name}'")
        parts += named
    return tree_sitter.Query(grammar(language), "\n".join(part.read_text("utf-8") for part in parts))
