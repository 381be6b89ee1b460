"""The type of what a library has parsed and nothing has checked yet: values of JSON, TOML and YAML."""

from __future__ import annotations

from typing import Any, TypeAlias

Parsed: TypeAlias = Any
"""Text, a number, a truth value, nothing, or a list or dictionary of such; who reads it says what it expects."""
