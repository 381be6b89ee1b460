"""The pieces that pages are made of: code panes, tables, tabs, buttons."""
