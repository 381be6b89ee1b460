"""Pictures in Markdown, badges among them, which are no text."""

from __future__ import annotations

import re

_TARGET = r"(?:\([^)]*\)|\[[^\]]*\])"
_IMAGE = rf"!\[[^\]]*\]{_TARGET}"
PICTURE = re.compile(rf"\[\s*(?:{_IMAGE}\s*)*\]{_TARGET}|{_IMAGE}")
"""A picture with an address or the name of one, and a link that shows pictures alone: `[![Build][badge]][ci]`."""
