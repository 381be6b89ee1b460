"""One unit: its sheet, its history, what is like it, the lines to show, and how it is found."""
