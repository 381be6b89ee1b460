"""What a project says of itself: the first sentence of its README, the languages and libraries that its locks name."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from core.model.text_table import Flat
from core.text.markdown import PICTURE
from core.text.words import shown_text
from core.workbench.jvm_stack import GRADLE, MANIFESTS, jvm_libraries

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_BUILD = 200_000  # letters of a build file
_NAMED = 12  # members of a set
_LONGEST = 280  # letters of what is quoted
_TAG = re.compile(r"<[^>]+>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_HEADING = re.compile(r"^.+\n[=-]{3,}\s*$", re.MULTILINE)
_MARK = re.compile(r"[*`]|(?<!\w)_|_(?!\w)")
_GREETING = re.compile(r"^(?:welcome|hello|hi|thanks|thank you)\b|https?://", re.IGNORECASE)
_OPENING = 6  # sentences among which one is looked for that says what the project is, or else greets nobody
_DEFINES = re.compile(r"(?:The\s+)?(\w[\w.-]*)(?:\s+[\w.-]+){0,3}?\s+is\s", re.IGNORECASE)
_TITLE = re.compile(r"^#+\s+(.+)|^(.+)\n[=-]{3,}\s*$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'“*`\[])")
_RUNTIMES: Mapping[str, str] = {
    ".ruby-version": "Ruby", ".python-version": "Python", ".node-version": "Node.js", ".nvmrc": "Node.js", ".go-version": "Go",
}  # fmt: skip
_TOOLS: Mapping[str, str] = {"ruby": "Ruby", "python": "Python", "nodejs": "Node.js", "golang": "Go", "rust": "Rust"}
_LOCKS, _LOCK = ("uv.lock", "poetry.lock"), 4_000_000  # beside a manifest; letters of one
_LOCKED_PYTHON = re.compile(r'^\[\[package\]\]\nname = "([^"]+)"\nversion = "([^"]+)"$', re.MULTILINE)
_LOCKED_RUBY = re.compile(r"^RUBY VERSION\n\s+ruby (\d[\w.]*?)(?:p\d+)?$", re.MULTILINE)
_WRITTEN_RUBY = re.compile(r"""^\s*ruby\s+["']([~>=<]*)\s*(\d[\w.]*)["']""", re.MULTILINE)
_LIBRARIES: Mapping[str, tuple[str, str]] = {
    "rails": ("Rails", "framework"), "sinatra": ("Sinatra", "framework"), "hanami": ("Hanami", "framework"),
    "django": ("Django", "framework"), "flask": ("Flask", "framework"), "fastapi": ("FastAPI", "framework"),
    "starlette": ("Starlette", "framework"), "streamlit": ("Streamlit", "framework"), "click": ("Click", "command line"),
    "react": ("React", "framework"), "vue": ("Vue", "framework"), "svelte": ("Svelte", "framework"),
    "@angular/core": ("Angular", "framework"), "next": ("Next.js", "framework"), "express": ("Express", "framework"),
    "hono": ("Hono", "framework"), "@nestjs/core": ("NestJS", "framework"), "fastify": ("Fastify", "framework"),
    "koa": ("Koa", "framework"), "nuxt": ("Nuxt", "framework"), "astro": ("Astro", "framework"),
    "laravel/framework": ("Laravel", "framework"), "symfony/framework-bundle": ("Symfony", "framework"),
    "slim/slim": ("Slim", "framework"), "cakephp/cakephp": ("CakePHP", "framework"),
    "typescript": ("TypeScript", "language"), "vite": ("Vite", "build"), "webpack": ("webpack", "build"),
    "axum": ("axum", "framework"), "actix-web": ("Actix", "framework"), "rocket": ("Rocket", "framework"),
    "tokio": ("Tokio", "runtime"), "serde": ("Serde", "data"), "clap": ("clap", "command line"),
    "github.com/gin-gonic/gin": ("Gin", "framework"), "github.com/spf13/cobra": ("Cobra", "command line"),
    "pg": ("PostgreSQL", "database"), "psycopg": ("PostgreSQL", "database"), "psycopg2": ("PostgreSQL", "database"),
    "mysql2": ("MySQL", "database"), "trilogy": ("MySQL", "database"), "sqlite3": ("SQLite", "database"),
    "duckdb": ("DuckDB", "database"), "sqlalchemy": ("SQLAlchemy", "database"), "redis": ("Redis", "store"),
    "@prisma/client": ("Prisma", "database"), "prisma": ("Prisma", "database"), "typeorm": ("TypeORM", "database"),
    "drizzle-orm": ("Drizzle", "database"), "sequelize": ("Sequelize", "database"), "knex": ("Knex", "database"),
    "mongoose": ("MongoDB", "database"), "doctrine/orm": ("Doctrine", "database"), "ioredis": ("Redis", "store"),
    "predis/predis": ("Redis", "store"),
    "elasticsearch": ("Elasticsearch", "search"), "chewy": ("Elasticsearch", "search"),
    "searchkick": ("Elasticsearch", "search"),
    "sidekiq": ("Sidekiq", "jobs"), "resque": ("Resque", "jobs"), "good_job": ("GoodJob", "jobs"), "que": ("Que", "jobs"),
    "solid_queue": ("Solid Queue", "jobs"), "delayed_job": ("Delayed Job", "jobs"), "celery": ("Celery", "jobs"),
    "bullmq": ("BullMQ", "jobs"), "laravel/horizon": ("Horizon", "jobs"),
    "devise": ("Devise", "signing in"), "omniauth": ("OmniAuth", "signing in"), "pundit": ("Pundit", "permissions"),
    "cancancan": ("CanCanCan", "permissions"), "action_policy": ("Action Policy", "permissions"),
    "better-auth": ("Better Auth", "signing in"), "next-auth": ("NextAuth.js", "signing in"),
    "passport": ("Passport", "signing in"), "laravel/sanctum": ("Sanctum", "signing in"),
    "@trpc/server": ("tRPC", "interface"), "graphql": ("GraphQL", "interface"), "grape": ("Grape", "interface"),
    "turbo-rails": ("Turbo", "pages"),
    "livewire/livewire": ("Livewire", "pages"),
    "stimulus-rails": ("Stimulus", "pages"), "view_component": ("ViewComponent", "pages"), "haml": ("Haml", "pages"),
    "slim": ("Slim", "pages"), "puma": ("Puma", "server"), "unicorn": ("Unicorn", "server"), "uvicorn": ("Uvicorn", "server"),
    "rspec-rails": ("RSpec", "tests"), "minitest": ("Minitest", "tests"), "cucumber-rails": ("Cucumber", "tests"),
    "pytest": ("pytest", "tests"), "jest": ("Jest", "tests"), "vitest": ("Vitest", "tests"),
    "@playwright/test": ("Playwright", "tests"), "phpunit/phpunit": ("PHPUnit", "tests"), "pestphp/pest": ("Pest", "tests"),
}  # fmt: skip
_ROLES = ("language", "framework", "runtime", "database", "store", "search", "jobs", "interface", "signing in", "permissions",
          "pages", "data", "server", "command line", "build", "tests")  # fmt: skip


def sentence_of(bench: OpenBench) -> tuple[str, str]:
    """Return the first sentence of the README at the top and the file's key; else of a manifest; both empty without."""
    if members := [one.name for one in bench.manifest.members]:
        named = ", ".join(members[:_NAMED]) + (" …" if len(members) > _NAMED else "")
        return f"A set of {len(members)} repositories: {named}.", ""
    readmes = sorted(key for key, head in bench.heads.items() if head.type == "readme" and "/" not in head.file_path)
    for key in readmes:
        unit = bench.unit(key)
        if said := first_sentence(unit.source_code or unit.docstring):
            return said, key
    packages = sorted(key for key, head in bench.heads.items() if head.type in ("package", "crate"))
    for unit in bench.catalog.units([key for key in packages if "/" not in bench.heads[key].file_path]):
        if said := first_sentence(unit.docstring or str(unit.metadata.get("description") or "")):
            return said, unit.key
    return "", ""


def first_sentence(text: str) -> str:
    """Return the sentence of Markdown that says what its title is, or else the first; without pictures and addresses, and cut
    where it is too long for a glance.
    """
    paragraphs = (
        _LINK.sub(r"\1", _TAG.sub("", PICTURE.sub("", part)))
        for part in re.split(r"\n\s*\n", _HEADING.sub("", shown_text(text)))
    )
    told = (
        " ".join(_MARK.sub("", part).split()) for part in paragraphs if not part.lstrip().startswith(("#", "|", "```", "---"))
    )
    sentences = [one for part in told if len(part) > 20 and " " in part for one in _SENTENCE.split(part) if len(one) > 20]
    heading = _TITLE.search(shown_text(text))
    title = set(re.findall(r"\w[\w.-]*", (heading[1] or heading[2]).lower())) if heading else set()
    opening = [sentence for sentence in sentences[:_OPENING] if not _GREETING.search(sentence)]
    defining = (one for one in opening if (subject := _DEFINES.match(one)) and subject[1].lower() in title)
    first = next(defining, "") or next(iter(opening or sentences), "")
    return first if len(first) <= _LONGEST else f"{first[:_LONGEST].rpartition(' ')[0]} …"


def stack(bench: OpenBench) -> tuple[Mapping[str, Flat], ...]:
    """Return languages and libraries with role, version and the file that says so, by role and name.

    Versions are those of lock files; a library without one is listed as needed. A runtime is that of the version file of the
    checkout, or of the lock.
    """
    units = bench.catalog.units(sorted(key for key, head in bench.heads.items() if head.type in ("package", "crate")))
    found: dict[str, dict[str, Flat]] = {}
    for row in _runtimes(Path(bench.manifest.root), {unit.file_path: unit.source_code for unit in units}):
        found.setdefault(str(row["name"]), row)
    locked: dict[str, tuple[str, str]] = {}
    needed: dict[str, str] = {}
    for unit in units:
        versions = unit.metadata.get("versions") or {}
        locked |= {name.lower(): (str(version), unit.file_path) for name, version in versions.items()}
        needed |= {str(name).lower(): unit.file_path for name in unit.metadata.get("dependencies") or ()}
    for path in sorted({posixpath.join(posixpath.dirname(unit.file_path), name) for unit in units for name in _LOCKS}):
        text = _read(Path(bench.manifest.root) / path, _LOCK)
        locked |= {name.lower(): (version, path) for name, version in _LOCKED_PYTHON.findall(text)}
    for name in sorted(needed):
        known = _LIBRARIES.get(name)
        if known is not None:
            version, path = locked.get(name, ("", needed[name]))
            found.setdefault(known[0], _row(known[0], known[1], version, path, name))
    for one in jvm_libraries(_build_files(bench)):
        row = _row(one.name, one.role, one.version, one.file_path, one.library)
        if not found.setdefault(one.name, row)["version"] and one.version:
            found[one.name] = row
    return tuple(sorted(found.values(), key=lambda row: (_ROLES.index(str(row["role"])), str(row["name"]))))


def _build_files(bench: OpenBench) -> dict[str, str]:
    """Return the texts of files of Maven and Gradle; `build.gradle`, which no index has, is that at the top of the checkout."""
    keys = sorted(key for key, head in bench.heads.items() if head.type == "file" and MANIFESTS.search(head.file_path))
    texts = {unit.file_path: unit.source_code for unit in bench.catalog.units(keys) if not unit.is_test}
    at_top = _read(Path(bench.manifest.root) / GRADLE, _BUILD)
    return {**({GRADLE: at_top} if at_top else {}), **texts}


def _row(name: str, role: str, version: str, path: str, library: str = "") -> dict[str, Flat]:
    """Return a row; `library` names what is installed where that is not called like the thing (`pg` for PostgreSQL)."""
    other = library if library.replace("_", " ") != name.lower() else ""
    return {"name": name, "role": role, "version": version, "library": other, "file_path": path}


def _runtimes(root: Path, texts: Mapping[str, str]) -> Iterable[dict[str, Flat]]:
    """Yield the versions of languages, those of version files first: they are small, and few indexes have them."""
    for name, language in _RUNTIMES.items():
        if words := _first_line(root / name).split():
            yield _row(language, "language", words[-1].removeprefix("ruby-").removeprefix("v"), name)
    for line in _read(root / ".tool-versions").splitlines():
        tool, _, version = line.partition(" ")
        if tool in _TOOLS and version.strip():
            yield _row(_TOOLS[tool], "language", version.split()[0], ".tool-versions")
    for path, text in sorted(texts.items()):
        if found := _LOCKED_RUBY.search(text):
            yield _row("Ruby", "language", found[1], path)
        elif path.endswith("Gemfile") and (found := _WRITTEN_RUBY.search(text)):
            yield _row("Ruby", "language", f"{found[1]} {found[2]}".strip(), path)


def _first_line(path: Path) -> str:
    return next((line.strip() for line in _read(path).splitlines() if line.strip()), "")


def _read(path: Path, most: int = 4_000) -> str:
    """Return the beginning of a file of the checkout; empty where it is not, as on a machine that only has the index."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(most)
    except OSError:
        return ""
