"""Open the parts that the settings name and offer them as one object, for pages, notebooks and the command line."""

from core.workbench.bench import Workbench
from core.workbench.opening import indexes, listed_indexes, open_workbench

__all__ = ["Workbench", "indexes", "listed_indexes", "open_workbench"]
