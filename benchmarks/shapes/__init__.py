"""Repositories of the worst shapes that code can have, of any size and always the same.

`SHAPES` gives by name a function from a size to the texts of files by path. The size is about the number of units or, where
uses are the point, of uses. What every module does to every other is done by the square root of the size modules. The part of
a name before the first `-` is the language.
"""

from __future__ import annotations

from benchmarks.shapes.common import COMMON
from benchmarks.shapes.go import GO
from benchmarks.shapes.javascript import JAVASCRIPT
from benchmarks.shapes.python import PYTHON
from benchmarks.shapes.ruby import RUBY
from benchmarks.shapes.rust import RUST
from benchmarks.shapes.text import Files, Shape

SHAPES: dict[str, Shape] = {**RUBY, **PYTHON, **JAVASCRIPT, **RUST, **GO, **COMMON}

__all__ = ["SHAPES", "Files", "Shape"]
