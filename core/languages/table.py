"""The languages that are known: how their files are recognised, what reads them and what links them, one row each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import translate
from functools import cache


@dataclass(frozen=True, slots=True)
class Language:
    """One language: `grammar` is `module:function` of its tree-sitter wheel, `queries` the folders of its `.scm` files,
    whose parts of one name are one query. `reader` is `module:function` of what reads one file, `family` the languages that
    are linked together by one of `LINKERS`; a language without them is kept as text, and its references are not read.

    `names` are whole file names or globs over them and win over `extensions`; `tests` are regular expressions that are
    searched in the path; `tests_beside` says that they stand in the folder of what they test, `test_names` how
    they are called where nothing else in a test file is a test.
    """

    extensions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    grammar: str = ""
    queries: tuple[str, ...] = ()
    reader: str = ""
    family: str = ""
    tests: tuple[str, ...] = ()
    tests_beside: bool = False
    test_names: str = ""
    comment: str = ""
    """How a comment line starts, as a regular expression; decides what may be a mark of generated code."""
    prose: str = ""
    """Texts for readers over several lines, as a regular expression: docstrings and block comments."""
    data: bool = False
    """Nothing in its files runs: documents, settings, records, lists of packages."""


# A folder called `test` or `spec` below the sources is a product's test *support* (`lib/rack/test`); elsewhere it holds tests.
_RUBY_TESTS = (
    r"^(?!(?:.*/)?(?:lib|app)/)(?:.*/)?(?:test|spec|features)/",
    r"(?:^|/)(?:test_helpers|testing_support)/",
    r"_(?:test|spec)\.rb$",
)
_SCRIPT_TESTS = (
    r"(?:^|/)(?:__tests__|__mocks__|tests?|specs?|e2e|cypress)/",
    r"\.(?:test|spec|cy|stories)\.[cm]?[jt]sx?$",
)
_BLOCK = r"^[ \t]*/\*(?s:.*?)\*/"
_PYTHON_TESTS = (r"(?:^|/)tests/", r"^test/", r"(?:^|/)(?:test_[^/]*|[^/]*_test|tests|conftest)\.pyi?$")

# Templates of any language are texts, so that what they name counts.
_MARKUP = (
    ".html", ".htm", ".xhtml", ".jinja", ".jinja2", ".j2", ".mustache", ".hbs", ".liquid", ".twig", ".jsp", ".jspx", ".ftl",
    ".vm", ".tmpl", ".gohtml", ".tpl", ".heex", ".leex", ".eex", ".njk", ".ejs", ".pug", ".xaml", ".axaml", ".razor", ".cshtml",
    ".vbhtml", ".aspx", ".ascx", ".storyboard", ".xib", ".dtl", ".mako", ".jelly", ".gsp",
)  # fmt: skip
_XML = (
    ".xml", ".xsd", ".wsdl", ".csproj", ".props", ".targets", ".config", ".resx", ".plist", ".fxml", ".xlf", ".ruleset",
)  # fmt: skip

SAMPLES = (".sample", ".example", ".dist")
"""Endings of samples of settings: what they show, in comments too, is copied and then run."""

OTHER_LANGUAGE = "other"
"""The language of scripts and programming languages without a row in the table."""
LANGUAGES: dict[str, Language] = {
    "ruby": Language(
        extensions=(
            ".rb",
            ".rake",
            ".ru",
            ".jbuilder",
            ".rabl",
            ".builder",
            ".arb",
            ".axlsx",
            ".prawn",
            ".rsb",
            ".ruby",
            ".rjs",
            ".thor",
        ),
        names=(
            "Rakefile",
            "rakefile",
            "Guardfile",
            "Capfile",
            "Vagrantfile",
            "Thorfile",
            "Berksfile",
            "Podfile",
            "Dangerfile",
            *(f"*.{format_}.props" for format_ in ("json", "api", "html", "js", "xml", "text")),
        ),  # others are settings of MSBuild
        interpreters=("ruby", "rake", "jruby"),
        grammar="tree_sitter_ruby:language",
        queries=("ruby",),
        tests=_RUBY_TESTS,
        comment=r"#",
        reader="core.extract.rails.reader:read",
        family="ruby",
    ),
    "rbs": Language(extensions=(".rbs",), comment=r"#", reader="core.extract.ruby.reading.rbs:read", family="ruby"),
    "erb": Language(
        extensions=(".erb", ".rhtml"),
        grammar="tree_sitter_embedded_template:language",
        tests=_RUBY_TESTS,
        reader="core.extract.rails.views.reader:read",
        family="ruby",
    ),
    "haml": Language(extensions=(".haml",), tests=_RUBY_TESTS, reader="core.extract.rails.views.reader:read", family="ruby"),
    "slim": Language(extensions=(".slim",), tests=_RUBY_TESTS, reader="core.extract.rails.views.reader:read", family="ruby"),
    "python": Language(
        extensions=(".py", ".pyi", ".pyw", ".ipynb"),
        names=("SConstruct", "SConscript", "wscript"),
        interpreters=("python", "python2", "python3"),
        grammar="tree_sitter_python:language",
        queries=("python",),
        tests=_PYTHON_TESTS,
        comment=r"#",
        prose=r"^[ \t]*[rRuU]?(\"\"\"|''')(?s:.*?)\1",
        reader="core.extract.python.reader:read",
        family="python",
    ),
    "rust": Language(
        extensions=(".rs",),
        interpreters=("rust-script",),
        grammar="tree_sitter_rust:language",
        queries=("rust",),
        tests=(r"^(?!src/)(?!.*/src/)(?:.*/)?tests/", r"(?:^|/)tests?\.rs$", r"_tests?\.rs$"),
        comment=r"//|/\*",
        prose=_BLOCK,
        reader="core.extract.rust.reader:read",
        family="rust",
    ),
    "go": Language(
        extensions=(".go",),
        grammar="tree_sitter_go:language",
        queries=("go",),
        tests=(r"_test\.go$", r"(?:^|/)testdata/"),
        tests_beside=True,
        test_names=r"^(?:Test|Benchmark|Fuzz|Example)(?=[A-Z_]|$)",
        comment=r"//|/\*",
        prose=_BLOCK,
        reader="core.extract.go.reader:read",
        family="go",
    ),
    "javascript": Language(
        extensions=(".js", ".mjs", ".cjs", ".jsx"),
        interpreters=("node", "nodejs", "bun", "deno"),
        grammar="tree_sitter_javascript:language",
        queries=("script", "javascript"),
        tests=_SCRIPT_TESTS,
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.javascript.reader:read",
        family="javascript",
    ),
    "typescript": Language(
        extensions=(".ts", ".mts", ".cts"),
        grammar="tree_sitter_typescript:language_typescript",
        queries=("script", "typescript"),
        tests=_SCRIPT_TESTS,
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.javascript.reader:read",
        family="javascript",
    ),
    "tsx": Language(
        extensions=(".tsx",),
        grammar="tree_sitter_typescript:language_tsx",
        queries=("script", "typescript"),
        tests=_SCRIPT_TESTS,
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.javascript.reader:read",
        family="javascript",
    ),
    "markdown": Language(
        extensions=(".md", ".markdown", ".mdown", ".mkd"), reader="core.extract.markdown:read", family="documents", data=True
    ),
    "bundler": Language(
        extensions=(".gemspec",),
        names=("Gemfile", "gems.rb", "Gemfile.lock", "gems.locked"),
        reader="core.extract.manifests:read",
        family="manifests",
        data=True,
    ),
    "cargo": Language(names=("Cargo.toml",), reader="core.extract.manifests:read", family="manifests", data=True),
    "pip": Language(
        names=("pyproject.toml", "setup.cfg", "requirements*.txt", "Pipfile"),
        reader="core.extract.manifests:read",
        family="manifests",
        data=True,
    ),
    "gomod": Language(names=("go.mod", "go.work"), reader="core.extract.go.packages:read", family="manifests", data=True),
    "npm": Language(names=("package.json",), reader="core.extract.manifests:read", family="manifests", data=True),
    "composer": Language(names=("composer.json",), reader="core.extract.manifests:read", family="manifests", data=True),
    "yaml": Language(extensions=(".yml", ".yaml"), data=True),
    "sql": Language(extensions=(".sql",), comment=r"--"),
    "text": Language(
        extensions=(".txt", ".rst", ".rdoc", ".textile", ".adoc", ".asciidoc", ".org"),
        names=("README", "CHANGELOG", "CHANGES", "INSTALL", "NEWS", "TODO", "HACKING", "CONTRIBUTING"),
        reader="core.extract.restructured:read",
        family="documents",
        data=True,
    ),
    "html": Language(extensions=_MARKUP),
    **{
        name: Language(
            extensions=(f".{name}",),
            tests=_SCRIPT_TESTS,
            comment=r"//|/?\*|<!--",
            reader="core.extract.javascript.embedded:read",
            family="javascript",
        )
        for name in ("vue", "svelte", "astro", "mdx")
    },
    "css": Language(extensions=(".css", ".scss", ".sass", ".less"), comment=r"/?\*|//"),
    "json": Language(extensions=(".json", ".jsonc", ".json5"), data=True),
    "toml": Language(extensions=(".toml",), comment=r"#", data=True),
    "ini": Language(extensions=(".ini", ".cfg", ".conf", ".properties", ".env"), names=(".env.*", ".editorconfig"), data=True),
    "xml": Language(extensions=_XML, data=True),
    "groovy": Language(extensions=(".groovy", ".gradle"), comment=r"//|/?\*", prose=_BLOCK),
    "shell": Language(extensions=(".sh", ".bash", ".zsh", ".fish"), interpreters=("sh", "bash", "zsh", "dash"), comment=r"#"),
    "make": Language(extensions=(".mk", ".just"), names=("Makefile", "GNUmakefile", "Justfile", "justfile"), comment=r"#"),
    "docker": Language(extensions=(".dockerfile",), names=("Dockerfile", "Dockerfile.*", "Containerfile"), comment=r"#"),
    "procfile": Language(names=("Procfile", "Procfile.*")),
    "graphql": Language(extensions=(".graphql", ".gql"), comment=r"#"),
    "protobuf": Language(extensions=(".proto",), comment=r"//"),
    "java": Language(
        extensions=(".java",),
        grammar="tree_sitter_java:language",
        tests=(r"(?:^|/)src/\w*[tT]est\w*/", r"Tests?\.java$"),
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.described.units:read",
        family="jvm",
    ),
    "kotlin": Language(
        extensions=(".kt", ".kts"),
        grammar="tree_sitter_kotlin:language",
        tests=(r"(?:^|/)src/\w*[tT]est\w*/", r"Tests?\.kt$"),
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.described.units:read",
        family="jvm",
    ),
    "c": Language(extensions=(".c", ".h"), tests=(r"(?:^|/)tests?/",), comment=r"//|/?\*"),
    "cpp": Language(
        extensions=(".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx"), tests=(r"(?:^|/)tests?/", r"_test\.cc$"), comment=r"//|/?\*"
    ),
    "csharp": Language(
        extensions=(".cs",),
        grammar="tree_sitter_c_sharp:language",
        tests=(r"Tests?\.cs$", r"(?:^|/)tests?/", r"(?:^|/)[\w.]*(?:UnitTests?|FunctionalTests?|IntegrationTests?|\.Tests?)/"),
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.described.units:read",
        family="csharp",
    ),
    "php": Language(
        extensions=(".php",),
        interpreters=("php",),
        grammar="tree_sitter_php:language_php",
        tests=(r"(?:^|/)tests/", r"Test\.php$"),
        comment=r"//|/?\*|#",
        prose=_BLOCK,
        reader="core.extract.described.units:read",
        family="php",
    ),
    "perl": Language(extensions=(".pl", ".pm"), interpreters=("perl",), comment=r"#"),
    "elixir": Language(
        extensions=(".ex", ".exs"),
        interpreters=("elixir",),
        grammar="tree_sitter_elixir:language",
        tests=(r"_test\.exs$", r"^(?:.*/)?test/"),
        comment=r"#",
        prose=r"^[ \t]*@(?:module|type)?doc\s+(?:~[sS])?\"\"\"(?s:.*?)\"\"\"",
        reader="core.extract.described.elixir:read",
        family="elixir",
    ),
    "swift": Language(
        extensions=(".swift",),
        grammar="tree_sitter_swift:language",
        tests=(r"Tests?\.swift$", r"(?:^|/)Tests/"),
        comment=r"//|/?\*",
        prose=_BLOCK,
        reader="core.extract.described.units:read",
        family="swift",
    ),
    "scala": Language(extensions=(".scala",), tests=(r"(?:^|/)src/test/",), comment=r"//|/?\*"),
    OTHER_LANGUAGE: Language(tests=_SCRIPT_TESTS, comment=r"#|//"),  # their words may name code
}
"""Every language by its name. The first row that claims a file name wins, then the first that claims its extension."""

LINKERS: dict[str, str] = {
    "ruby": "core.extract.rails.linker:link",
    "python": "core.extract.python.linker:link",
    "rust": "core.extract.rust.linker:link",
    "go": "core.extract.go.linker:link",
    "javascript": "core.extract.javascript.linker:link",
    "jvm": "core.extract.described.linker:jvm",
    "csharp": "core.extract.described.linker:csharp",
    "php": "core.extract.described.linker:php",
    "elixir": "core.extract.described.linker:elixir",
    "swift": "core.extract.described.linker:swift",
    "documents": "core.extract.markdown:link",
    "manifests": "core.extract.manifests:link",
}
"""Which function links the files of a family of languages, as `module:function`, in the order of their results."""

SCRIPTS = tuple(name for name, row in LANGUAGES.items() if row.family == "javascript")
"""JavaScript, TypeScript and the languages of components with scripts in them."""

CODE_FAMILIES = frozenset(LINKERS) - {"documents", "manifests"}
"""The families of programming languages."""
EFFECT_FAMILIES = frozenset({"ruby", "python", "javascript"})
"""The families whose readers find what code saves and sends; flows through others are calls, requests and messages."""

_BY_EXTENSION = {extension: name for name, row in reversed(LANGUAGES.items()) for extension in row.extensions}
_BY_NAME = {pattern: name for name, row in reversed(LANGUAGES.items()) for pattern in row.names if "*" not in pattern}
_BY_GLOB = [
    (re.compile(translate(pattern)), name) for name, row in LANGUAGES.items() for pattern in row.names if "*" in pattern
]
_BY_INTERPRETER = {program: name for name, row in LANGUAGES.items() for program in row.interpreters}
_SHEBANG = re.compile(r"^#!\s*\S*?(?:/env\s+(?:-S\s+)?)?([A-Za-z_-]+)[\d.]*(?:\s|$)")


@cache
def _by_file_name(name: str) -> str:
    if name in _BY_NAME:
        return _BY_NAME[name]
    for pattern, language in _BY_GLOB:
        if pattern.match(name):
            return language
    dot = name.rfind(".")
    return _BY_EXTENSION.get(name[dot:].lower(), "") if dot > 0 else ""


_TITLES = {"jvm": "Java or Kotlin", "csharp": "C#", "php": "PHP", "javascript": "JavaScript", "typescript": "TypeScript"}


def title_of(name: str) -> str:
    """Return the name of a language or family as people write it."""
    return _TITLES.get(name, name.capitalize())


def family_of(language: str) -> str:
    """Return the family under which a language is linked and its references are counted; empty where they are not read."""
    return LANGUAGES[language].family if language in LANGUAGES else ""


def language_of(path: str) -> str:
    """Return the name of the language that a file name tells, empty if it tells none."""
    return _by_file_name(path.rpartition("/")[2])


def language_of_script(first_line: str) -> str:
    """Return the language of a script by its `#!` line, empty if there is none or the program is unknown."""
    found = _SHEBANG.match(first_line)
    return _BY_INTERPRETER.get(found.group(1), "") if found else ""


@cache
def _test_pattern(language: str) -> re.Pattern[str] | None:
    patterns = LANGUAGES[language].tests if language in LANGUAGES else ()
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns)) if patterns else None


def is_test_path(path: str, language: str) -> bool:
    """Tell whether a file holds tests or what only tests use, by the habits of its language."""
    pattern = _test_pattern(language)
    return pattern is not None and pattern.search(path) is not None
