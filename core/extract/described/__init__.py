"""Languages that a description suffices for: Java, Kotlin, C#, PHP and Swift; and Elixir.

A description (`java.py` and the like) says which nodes of a grammar are types, functions, parameters, calls and names, and
names the few functions that know what a table cannot say. One reader walks every tree by it: it notes definitions, and writes
what each body does as a program of small steps (`steps.py`) in which local names are replaced already. One linker runs the
programs when the names of all files are known: declared types lead calls to methods, and where two things may be meant nothing
is guessed. Inside, names are written `a.b.Type.method`; units are called as their language writes them. Overloads are one unit
in several places, as parts of a partial class are. In trees of Elixir all is a call, so `elixir.py` reads them; the rest is the
same.
"""
