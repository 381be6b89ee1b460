"""What is in force and from where, and the file in which it may be written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import SettingsError, did_you_mean
from core.settings import PRESETS, Settings, changed, given_settings, names, preset_values
from core.settings.template import settings_file

_DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class InForce:
    """A setting with its value, and where that comes from."""

    setting: str
    value: object
    origin: str


@dataclass(frozen=True, slots=True)
class PresetRow:
    """A preset as it would be here and now, under its name and the other names it is known by."""

    preset: str
    also: str
    vectors: str
    catalog: str
    graph: str
    embedder: str
    note: str
    never_tried_with: str


def settings_in_force(overrides: Mapping[str, object] | None = None, *, every: bool = False) -> list[InForce]:
    """Return the settings that somebody or a preset gives, or `every` one, in the order of the groups."""
    settings, origins = Settings(), {}
    for given in given_settings(overrides):
        settings = changed(settings, given.name, given.value)
        origins[given.name] = given.origin
    rows = []
    for name in names(settings):
        origin = origins.get(name) or next((where for wide, where in origins.items() if name.startswith(f"{wide}.")), _DEFAULT)
        if every or origin != _DEFAULT:
            rows.append(InForce(name, value_of(settings, name), origin))
    return rows


def preset_rows() -> list[PresetRow]:
    """Return every preset with what it stands for."""
    rows = []
    for name, preset in PRESETS.items():
        values = preset_values(name)
        embedder = " ".join(filter(None, (values["embed.embedder"], values.get("embed.model"))))
        also = ", ".join(preset.aliases)
        stores = (values["index.vectors"], values["index.catalog"], values["index.graph"])
        rows.append(PresetRow(name, also, *stores, embedder, preset.note, preset.never))
    return rows


def write_settings(path: Path, preset: str, beside: Mapping[str, str]) -> Settings:
    """Write a new settings file and return what it gives; raises `SettingsError` when there is one, or a value is none."""
    settings = Settings()
    for name, value in (preset_values(preset) if preset else {}).items():
        settings = changed(settings, name, value)
    for name, value in beside.items():
        settings = changed(settings, name, value)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(settings_file(preset, beside))
    except FileExistsError as there:
        message = f"'{path}' exists and is not overwritten."
        raise SettingsError(f"{message} Edit it, or write another with -o FILE.") from there
    except OSError as problem:
        raise SettingsError(f"'{path}' cannot be written: {problem.strerror}. Choose another with -o FILE.") from problem
    return settings


def value_of(settings: Settings, name: str) -> object:
    """Return the value of a setting by its dotted name; raises `SettingsError` with the nearest one for an unknown name."""
    if name not in names(settings):
        hint = did_you_mean(name, names(settings), "List them: orienteer settings --defaults")
        raise SettingsError(f"No setting '{name}'. {hint}")
    found: object = settings
    for part in name.split("."):
        found = found[part] if isinstance(found, Mapping) else getattr(found, part)
    return found
