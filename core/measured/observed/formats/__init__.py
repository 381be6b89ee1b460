"""One module per format of recordings; each has `NAME`, `fits`, which tells its own files, and `read`."""
