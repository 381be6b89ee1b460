"""What the command line loads before it is told what to do."""

import subprocess
import sys


def test_help_imports_nothing_heavy():
    heavy = "('duckdb', 'chromadb', 'numpy', 'networkx', 'pandas', 'torch')"
    code = f"import sys; import core.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
