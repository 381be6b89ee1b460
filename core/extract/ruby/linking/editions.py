"""Modules of another edition of an application, mixed in by the name of the class: `User.prepend_mod_with("User")`.

GitLab (`lib/gitlab/patch/prepend_mod.rb` and its `InjectEnterpriseEditionModule`) and Chatwoot look for the name in the
namespace of each edition: `EE::User`, `Enterprise::User`.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.extract.ruby.linking.names import Names
from core.extract.ruby.linking.statements import Statement
from core.extract.ruby.reading.values import Value

EDITIONS: Mapping[str, str] = {
    f"{verb}_{ending}": verb for verb in ("prepend", "include", "extend") for ending in ("mod_with", "mod", "if_ee")
}
"""What each of these calls does with the modules that it finds."""


def edition_modules(names: Names, owner: str, statement: Statement) -> tuple[Value, ...]:
    """Return the modules of editions that a call means, as constants: the named one, or those called like the class."""
    written = next((value for value in statement.arguments if isinstance(value, str)), owner).removeprefix("::")
    known = names.constants.get(written)
    if statement.name.endswith("_if_ee") and known is not None:
        return ({"const": f"::{written}"},)
    found = (f"{edition}::{written}" for edition in names.outermost if edition != written.partition("::")[0])
    return tuple({"const": f"::{name}"} for name in found if (one := names.constants.get(name)) and one.kind == "module")
