"""One thing that a template or the Ruby around it uses."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class TemplateUse(TypedDict):
    """One use, with its line; of renders and forms also what else is known.

    Kinds: `partial`, `template`, `layout`, `component`,
    `object` (a record whose class names the partial), `listed` (a partial that a hash names, for others to render), `link` (a
    named route), `action` (a link by controller and action), `key` (of a translation), `call` (of a helper), `standard` (of one
    of Rails, which the application may define again), `constant`,
    `stimulus` (a controller or an action that markup names), `variable` (of an instance), `local` (handed to a template),
    `script` (a function of JavaScript), `form` (with what it is for and its `builder`), `field` (of the form that `receiver`
    builds).
    """

    kind: str
    name: str
    line: int
    format: NotRequired[str]
    builder: NotRequired[str]
    receiver: NotRequired[str]
    inside: NotRequired[str]
    collection: NotRequired[bool]
    positional: NotRequired[bool]
    method: NotRequired[str]
