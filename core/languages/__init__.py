"""The table of languages and the tree-sitter queries of each.

Queries say what is there, code says what it means. A query captures with these names only:

- `@unit.<kind>`: the extent of a definition of that kind;
- `@name`: the name of the unit that is captured in the same pattern; names of parameters and arguments are `@skip`;
- `@outer`: a wider extent of a unit, such as its decorators or `export`;
- `@id`, `@attribute`, `@call`, `@subscript`: the links of a chain of names such as `a.b(c)[0].d`;
- `@bind`: a name that an inner scope defines; `@import`, `@decorator`, `@value`: nodes that the reader looks into;
- `@branch`: one more way through a function; `@string`: a literal; `@comment`: a comment.
"""

from core.languages.grammars import grammar, parser, query
from core.languages.table import (
    CODE_FAMILIES,
    EFFECT_FAMILIES,
    LANGUAGES,
    LINKERS,
    OTHER_LANGUAGE,
    SAMPLES,
    SCRIPTS,
    Language,
    family_of,
    is_test_path,
    language_of,
    language_of_script,
    title_of,
)

__all__ = [
    "CODE_FAMILIES",
    "EFFECT_FAMILIES",
    "LANGUAGES",
    "LINKERS",
    "OTHER_LANGUAGE",
    "SAMPLES",
    "SCRIPTS",
    "Language",
    "family_of",
    "grammar",
    "is_test_path",
    "language_of",
    "language_of_script",
    "parser",
    "query",
    "title_of",
]
