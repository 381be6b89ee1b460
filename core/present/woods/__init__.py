"""An index as the folder of JSON files that the Ruby gem Woods writes (its flat layout), for tools that read that."""

from core.present.woods.folder import write_folder

__all__ = ["write_folder"]
