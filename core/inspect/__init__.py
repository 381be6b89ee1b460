"""What an open index can say of itself and of one unit: its state, what an empty answer means, what is alike.

Everything here takes the open index (or the stores), never the workbench, so that whoever has an index can ask.
"""
