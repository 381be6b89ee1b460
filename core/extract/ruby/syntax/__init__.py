"""Ruby text to a tree; the tree as calls, blocks and statements; what its literals stand for."""
