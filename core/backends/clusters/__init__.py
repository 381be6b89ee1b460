"""Processes on other machines that work for an index, behind `concurrent.futures.Executor`."""
