"""What a wheel carries beside its packages: the pages, their theme, the sample and the notebooks, all below `orienteer`.

An editable installation takes them from the checkout, so only a wheel to be copied somewhere gets them.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_CARRIED = ("app.py", "pages", ".streamlit/config.toml", "data/questions/sample.json", "data/sample")


class CarryPages(BuildHookInterface):
    """Place the parts of the checkout that are no package of their own."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to the wheel, unless it is an editable one."""
        if version != "editable":
            notebooks = (f"notebooks/{path.name}" for path in Path(self.root, "notebooks").glob("*.ipynb"))
            build_data["force_include"].update({path: f"orienteer/{path}" for path in (*_CARRIED, *sorted(notebooks))})
