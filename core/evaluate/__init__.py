"""Measure answers on question sets, beside baselines."""
