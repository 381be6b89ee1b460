"""The word pieces of all-MiniLM-L6-v2, as the bundled encoder and the bundled table read them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_FILE = Path(__file__).parent / "minilm_tokenizer.json"


def read_tokenizer(longest: int) -> Tokenizer:
    """Return what divides a text into word pieces, the first `longest` of them, without filling up."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(_FILE))
    tokenizer.enable_truncation(longest)
    tokenizer.no_padding()
    return tokenizer
