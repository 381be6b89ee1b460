"""What happens when something is entered: flows put together from the facts and relations of an open index.

Nothing is parsed here: readers keep what each definition does step by step (`core.extract.ruby.reading.steps`), linkers who
calls whom. This package knows in which order a framework runs things, and who a receiver is as far as names tell.
"""
