"""Views as parts of a document: pictures, complete tables, code and links, as Markdown or as one HTML file."""
