"""Pictures in Markdown, badges among them, which are no text."""

from __future__ import annotations

import re

_TARGET = r"(?:\([^)]*\)|\[[^\]]*\])"
PICTURE = re.compile(rf"\[!\[[^\]]*\]{_TARGET}\]{_TARGET}|!\[[^\]]*\]{_TARGET}")
"""A picture with an address or the name of one, alone or as a link: `[![Build][badge]][ci]`."""
