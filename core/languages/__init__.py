"""The table of languages and the tree-sitter queries of each."""
