"""Rerankers: cross-encoders, which read a question and a text together; they run here and download nothing."""
