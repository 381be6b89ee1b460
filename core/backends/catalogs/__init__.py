"""Catalogs: all that an index holds in tables, written once for each generation and then only read.

The tables (`core.model.tables`) are a public surface for notebooks. All but `runs` depend only on what was extracted: equal
input gives equal rows in equal order.
"""
