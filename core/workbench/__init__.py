"""Open the parts that the settings name and offer them as one object, for pages, notebooks and the command line."""

from core.workbench.bench import Workbench
from core.workbench.opening import index_checkout, indexes, listed_indexes, open_workbench

__all__ = ["Workbench", "index_checkout", "indexes", "listed_indexes", "open_workbench"]
