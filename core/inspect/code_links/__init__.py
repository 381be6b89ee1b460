"""Which units the names in a file mean: by the relations that its lines show, else by the names of units in reach."""

from core.inspect.code_links.file import linked_code

__all__ = ["linked_code"]
