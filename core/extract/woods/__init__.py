"""Read an index that the Ruby forerunner wrote (Woods, before that CodebaseIndex), or a corpus of the same units in one file.

Such an index was made inside the booted application and knows things that files alone do not say; it also has faults that
every real one shows (names without namespace, edges to nothing, absolute paths). None of them stops the import: what can be
repaired is, and everything that was repaired or left out is counted. Where the checkout is at hand its own reading wins,
because only that has lines.
"""

from core.extract.woods.files import Woods, read_woods
from core.extract.woods.merge import import_woods

__all__ = ["Woods", "import_woods", "read_woods"]
