"""Store what was extracted, so that it can be searched at once and never half-written."""
