"""Store what was extracted, so that it can be searched at once and never half-written.

An index is a folder of complete generations, of which one is current. `publish` writes a generation that answers by words,
names and graph; `embed_pending` follows with one that has vectors as well. Products are passed in (`core.ports.Products`):
this stage knows how an index is laid out, not which vector store or embedder fills it. Writing whole generations costs more
disk than updating in place, and buys that readers never wait and that nothing can be half done.

Its modules are imported by name: a run that finds nothing changed needs neither DuckDB nor NumPy.
"""
