"""Writers: language models that answer in words."""
