"""Which files are templates, and what Rails calls them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.extract.repository import Repository
from core.extract.ruby.words.inflect import Inflections

_ROOT = re.compile(r"^(?P<root>(?:.*?/)?(?:app/(?:views|components|cells|cards)|views)/)(?P<rest>.+)$")
_ADDED_ROOT = re.compile(r"\b(?:append|prepend)_view_path[^\n\"']*[\"']([\w./-]*views/[\w./-]+)[\"']")
_HANDLERS = (
    "erb", "rhtml", "haml", "slim", "jbuilder", "builder", "rabl", "rsb", "ruby", "arb", "axlsx", "prawn", "props", "rjs",
)  # fmt: skip
_NOT_VIEWS = re.compile(r"(?:^|/)(?:generators|node_modules|dummy)/")

_ARGUMENTS = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)")  # of a call, and of calls in them
_STILL_THE_SAME = frozenset(
    {
        "all", "compact", "distinct", "first", "includes", "last", "limit", "offset", "order", "page", "per", "preload",
        "reject", "reorder", "reverse", "select", "sort", "sort_by", "take", "to_a", "uniq", "where", "eager_load", "load",
    }
)  # fmt: skip
"""What is called on records and gives records."""


@dataclass(frozen=True, slots=True)
class Template:
    """One template file: `path` below its root without extensions (`issues/_form`), formats, handler and root folder."""

    file_path: str
    root: str
    path: str
    format: str
    handler: str

    @property
    def stem(self) -> str:
        """The last part of the path, with the underscore of a partial."""
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The path of the controller, mailer or component whose template it is."""
        return self.path.rpartition("/")[0]

    @property
    def is_partial(self) -> bool:
        """Whether it can only be rendered from another template."""
        return self.stem.startswith("_")

    @property
    def is_sidecar(self) -> bool:
        """Whether it is the template of a component class of the same path."""
        return "/views/" not in f"/{self.root}"

    @property
    def lazy_scope(self) -> str:
        """What stands before a translation key that begins with a dot."""
        return re.sub(r"/_?", ".", self.path)


def view_roots(repository: Repository) -> tuple[str, ...]:
    """Return the folders that `append_view_path` and `prepend_view_path` add, the longest first."""
    found: set[str] = set()
    for path, text in sorted(repository.texts.items()):
        if path.endswith(".rb") and "view_path" in text:
            base = re.split(r"(?:app|config|lib)/", path, maxsplit=1)[0]
            found.update(f"{base}{match[1].strip('/')}/" for match in _ADDED_ROOT.finditer(text))
    return tuple(sorted(found, key=lambda root: (-len(root), root)))


def template_of(file_path: str, roots: tuple[str, ...] = ()) -> Template | None:
    """Return the template that a file is; none for anything else. `roots` are folders of views that are configured."""
    match = _ROOT.match(file_path)
    if match is None or _NOT_VIEWS.search(file_path):
        return None
    root = next((root for root in roots if file_path.startswith(root)), match["root"])
    folder, slash, base = file_path.removeprefix(root).rpartition("/")
    stem, *middle = base.split(".")
    if not middle or middle[-1] not in _HANDLERS or not stem:
        return None
    return Template(file_path, root, f"{folder}{slash}{stem}", ".".join(middle[:-1]), middle[-1])


def partials_of(written: str, folder: str, inflections: Inflections) -> Iterator[str]:
    """Yield the paths of the partials that may show what a variable holds: `@old_comments` is `comments/_comment`.

    Rails puts the namespace of the controller, of whose templates `folder` is, before it where there is one.
    """
    namespace = folder.rpartition("/")[0]
    parts = inflections.singularize(_named_object(written)).split("_")
    for word in ("_".join(parts[at:]) for at in range(len(parts)) if parts[-1]):
        path = f"{inflections.pluralize(word)}/_{word}"
        yield from (f"{namespace}/{path}", path) if namespace else (path,)


def _named_object(written: str) -> str:
    """Return the word in a chain of calls that tells what it gives: `@user.old_posts.order(:id)` gives `old_posts`."""
    plain = _ARGUMENTS.sub("", written.partition("||")[0].partition(" if ")[0].strip())
    steps = [re.sub(r"\W.*$", "", step) for step in plain.lstrip("@").split(".")]
    while len(steps) > 1 and steps[-1] in _STILL_THE_SAME:
        steps.pop()
    return steps[-1]


def identifiers(templates: Iterable[Template]) -> Mapping[str, str]:
    """Return the identifier of each template by its file path.

    It is the path, as `render` takes it. Of several templates with one path the plain HTML one of the shortest root has
    it; the others add their format, then their handler, then their root.
    """
    taken: dict[str, str] = {}
    for template in sorted(templates, key=_preference):
        names = (
            template.path,
            f"{template.path}.{template.format}" if template.format else template.path,
            ".".join(part for part in (template.path, template.format, template.handler) if part),
            template.file_path,
        )
        name = next(name for name in names if name not in taken)
        taken[name] = template.file_path
    return {path: name for name, path in taken.items()}


def _preference(template: Template) -> tuple[bool, int, bool, str, str]:
    """Order templates of one path: views before components, short roots first, plain HTML before other formats."""
    return (
        template.is_sidecar,
        template.root.count("/"),
        template.format not in ("html", ""),
        template.format,
        template.file_path,
    )
