"""Who uses whom: what names and calls in the text of an application mean, and what classes make happen."""
