"""The graph of FAISS, as far as it is used here: its package has types for a half of its names."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.ports import Vectors

_faiss = import_module("faiss")
_NEIGHBOURS, _BUILD_WIDTH = 32, 64


class FaissGraph(Protocol):
    """An `IndexHNSWFlat`; its `hnsw` is C++ that Python sees through."""

    d: int
    ntotal: int
    hnsw: Any

    def add(self, vectors: Vectors) -> None:
        """Add vectors behind those that are there."""

    def reconstruct_batch(self, places: NDArray[np.int64]) -> Vectors:
        """Return the vectors at these places."""

    def search(self, vectors: Vectors, limit: int, params: object) -> tuple[Vectors, Vectors]:
        """Return similarities and places of what is nearest to each vector."""


def empty_graph(dimensions: int) -> FaissGraph:
    """Return a graph for vectors of this length that compares by their inner product."""
    graph: FaissGraph = _faiss.IndexHNSWFlat(dimensions, _NEIGHBOURS, _faiss.METRIC_INNER_PRODUCT)
    graph.hnsw.efConstruction = _BUILD_WIDTH
    return graph


def read_graph(path: Path) -> FaissGraph:
    """Return the graph of a file; raises `RuntimeError` when it is none."""
    graph: FaissGraph = _faiss.read_index(str(path))
    return graph


def write_graph(graph: FaissGraph, path: Path) -> None:
    """Write a graph into a file; raises `RuntimeError` when that cannot be."""
    _faiss.write_index(graph, str(path))


def searching(width: int, among: NDArray[np.int64] | None) -> object:
    """Return how a graph is searched: with how many points in view, and among which places; among all for None."""
    how = _faiss.SearchParametersHNSW(efSearch=width)
    if among is not None:
        how.sel = _faiss.IDSelectorBatch(among)
    return how
