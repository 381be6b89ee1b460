"""Languages read by description: Java, Kotlin, C#, PHP and Swift, and partly Elixir.

A description (`java.py` and the like) lists the grammar's nodes for types, functions, parameters, calls and names. It also
names the few functions for what a table cannot express.

One reader walks every tree by its description. It collects definitions, and writes each body as a program of small steps
(`steps.py`) with local names already replaced. One linker runs these programs once the names of all files are known. Declared
types connect calls to methods, and an ambiguous call is left open.

Internal names have the form `a.b.Type.method`; units are named as in their language. Overloads are one unit in several places,
as are parts of a partial class. In Elixir's trees everything is a call, so `elixir.py` reads them; the linker is the same.
"""
