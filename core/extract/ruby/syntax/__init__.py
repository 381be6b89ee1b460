"""Ruby text to a tree, and the tree as calls, blocks and statements."""
