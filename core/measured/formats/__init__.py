"""One module per format of coverage reports; each has `fits`, which tells its own files, and `read`."""
