"""Turn values into text, rows and diagrams; draws nothing itself."""
