"""The catalog: one DuckDB file per generation, written once and then only read.

DuckDB belongs to the format of the index (its tables are a public surface for notebooks), so it stands here and not among
the exchangeable products. All tables but `runs` depend only on what was extracted: equal input gives equal rows in equal order.
"""
