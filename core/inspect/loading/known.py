"""What both lists stand on: the models of an index, its trees, and what expressions are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.extract.rails.views.names import template_of
from core.inspect.loading.callers import Callers
from core.inspect.loading.models import Models
from core.inspect.loading.origins import Origins
from core.inspect.loading.trees import RubySource, Trees
from core.inspect.usage.inheritance import inheritance_of
from core.open_index import OpenIndex

_LEFT_OUT = ("db/", "config/", "bin/", "script/", "vendor/")


class Loading:
    """The models, trees and origins of one index."""

    def __init__(self, index: OpenIndex) -> None:
        self.models = Models(index)
        self.trees = Trees(index)
        self.callers = Callers(index, self.trees)
        self.origins = Origins(self.models, self.trees, self.callers)
        self.gems = inheritance_of(index).libraries
        self._tests = {head.file_path for head in index.heads if head.type == "file" and head.is_test}

    @staticmethod
    def is_template(path: str) -> bool:
        """Tell whether a file is a template."""
        return template_of(path) is not None

    def sources(self, wanted: Callable[[str, str], bool]) -> Iterator[RubySource]:
        """Yield the trees of the Ruby files and templates whose path and text are wanted; not tests, nor what runs once."""
        for path, text in self.trees.files():
            if path in self._tests or path.startswith(_LEFT_OUT) or "/db/" in path or not wanted(path, text):
                continue
            if (source := self.trees.of(path)) is not None:
                yield source
