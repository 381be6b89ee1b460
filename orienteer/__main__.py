"""The command `orienteer`, and `python -m orienteer`."""

import sys


def main() -> None:
    """Run the command line and exit with its status; without the calls of POSIX one sentence and status 2."""
    if sys.platform == "win32":
        sys.exit(_elsewhere())
    from core.cli import main as run

    run()


def _elsewhere() -> int:
    """Say where Orienteer runs; returns the exit status."""
    print("orienteer: Windows has none of the locks of files that an index needs. Run Orienteer in WSL.", file=sys.stderr)  # noqa: T201
    return 2


if __name__ == "__main__":
    main()
