"""Find a model on this machine, by folder or by name, without ever downloading it."""

from __future__ import annotations

from pathlib import Path

from core.errors import SettingsError


def model_folder(wanted: str, setting: str) -> Path:
    """Return the folder of a model that is given by its folder or by its name in the local cache of models.

    Raises `SettingsError` that names the setting when it is not here. A name needs the package `huggingface_hub`.
    """
    if Path(wanted).expanduser().is_dir():
        return Path(wanted).expanduser()
    if wanted.startswith(("/", "~", ".")):
        raise SettingsError(f"No folder '{wanted}'. Set {setting} to a model's name or folder.")
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    try:
        return Path(snapshot_download(wanted, local_files_only=True))
    except (LocalEntryNotFoundError, ValueError) as problem:
        message = f"The model '{wanted}' is not on this machine, and Orienteer downloads nothing."
        raise SettingsError(f"{message} Run: hf download {wanted}, or name the folder that has it.") from problem
