"""Read an index of the Ruby forerunner (Woods, formerly CodebaseIndex), or a corpus of the same units in one file.

Such an index comes from the booted application and has facts that files alone do not have. It also has typical faults: names
without namespace, edges without target, absolute paths. The import repairs what it can, and counts every repair and omission.
If the checkout is available, its own facts win, because only they have lines.
"""

from core.extract.woods.files import Woods, read_woods
from core.extract.woods.merge import import_woods

__all__ = ["Woods", "import_woods", "read_woods"]
