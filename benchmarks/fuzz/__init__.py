"""Look for files that a reader cannot bear: damaged copies of real ones, read and linked in a process with limits.

    python -m benchmarks.fuzz [--seconds S] [--files N] [--seed N] [--seeds PATH]...

A file is damaged byte by byte, line by line and node by node of its tree. What raises, takes more than 10 seconds or more than
1 GB is a fault; the smallest repository that shows it is kept in `.explored/`, and the exit status is 1.
"""
