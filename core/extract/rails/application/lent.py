"""Which classes of an application the controllers of gems inherit from, as the gems' settings say or by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.extract.facts import FileFacts
from core.extract.ruby.linking.names import Names

_DEVISE, _USUAL = "parent_controller=", "ApplicationController"
_SETTINGS = {
    "Devise::": (_DEVISE, _USUAL), "DeviseTokenAuth::": (_DEVISE, _USUAL), "DeviseController": (_DEVISE, _USUAL),
    "Doorkeeper::": ("base_controller", ""), "Clearance::": ("parent_controller=", _USUAL),
}  # fmt: skip
"""The setting that names the class, and what it is where nothing is said, by how the names of a gem's classes begin."""


def lent_classes(said: Mapping[tuple[str, str], str], names: Names) -> dict[str, str]:
    """Return the class of the application for each controller of a gem that a class of the application inherits from.

    `said` is what `gem_settings` gives.
    """
    found = {}
    for constant in list(names.constants.values()):
        above = constant.superclass
        gem = next((start for start in _SETTINGS if above.startswith(start)), "")
        if gem and above not in names.constants and above.endswith("Controller"):
            setting, usual = _SETTINGS[gem]
            parent = said.get((gem.partition("::")[0].removesuffix("Controller"), setting), usual)
            if parent in names.constants and parent != constant.name:
                found[above] = parent
    return found


def gem_settings(files: Sequence[FileFacts]) -> dict[tuple[str, str], str]:
    """Return what the settings of gems name, by gem and setting: `Devise.setup { |config| config.parent_controller = "X" }`."""
    wanted = {setting for setting, _ in _SETTINGS.values()}
    found = {}
    for facts in files:
        for one in facts.declarations if "config/" in facts.path else ():
            if one.name in wanted and one.arguments and isinstance(one.arguments[0], str):
                gem = facts.path.rpartition("/")[2].removesuffix(".rb").title().replace("_", "")
                found[gem, one.name] = one.arguments[0].removeprefix("::")
    return found
