"""Write a tuned encoder as the model that comes along: one graph from word pieces to a vector, in 8 bits, in parts of 4 MB.

    python -m benchmarks.training.exported TUNED.pt FOLDER

It needs `onnx` beside `orienteer[sentence-transformers]`. Matrices and activations are quantised dynamically, each column
by itself, with seven bits where the processor would overflow (`reduce_range`).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from benchmarks.training.encoder import Encoder, Options, mean_of, through

_PART = 4_000_000  # bytes: stores of repositories may leave out larger files


class _Whole(torch.nn.Module):
    """From word pieces to the normalised mean of the last layer."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.model = encoder.model

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        layer = through(self.model.encoder.layer, self.model.embeddings(input_ids=input_ids), attention_mask)
        mean = mean_of(layer, attention_mask)
        return mean / torch.sqrt((mean * mean).sum(1, keepdim=True))


def main() -> None:
    """Export, quantise, divide."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tuned", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    encoder = Encoder(Options())
    encoder.model.load_state_dict(torch.load(given.tuned))
    with tempfile.TemporaryDirectory() as folder:
        whole, small = Path(folder) / "whole.onnx", Path(folder) / "small.onnx"
        _export(_Whole(encoder).eval(), whole)
        quantize_dynamic(whole, small, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
        given.folder.mkdir(parents=True, exist_ok=True)
        data = small.read_bytes()
    for number, start in enumerate(range(0, len(data), _PART)):
        (given.folder / f"part-{number}.onnx").write_bytes(data[start : start + _PART])
    print(f"{len(data):,} bytes in {given.folder}")


def _export(model: torch.nn.Module, path: Path) -> None:
    ids = torch.randint(1000, 2000, (2, 9))
    rows = {0: "texts", 1: "pieces"}
    torch.onnx.export(
        model,
        (ids, torch.ones_like(ids)),
        path,
        input_names=["input_ids", "attention_mask"],
        output_names=["vector"],
        dynamic_axes={"input_ids": rows, "attention_mask": rows, "vector": {0: "texts"}},
        opset_version=17,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
