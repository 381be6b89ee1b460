"""Two hundred small repositories in one set: made, indexed, published, asked.

    ORIENTEER_HOME=/tmp/many python -m benchmarks.many_repositories [COUNT]

Each is a small Rails application with a gem that the next one needs, a client that calls the next one's routes, and a model of
its own. Printed are seconds by the clock and of the processors, and the memory of the largest process of each step.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_NOUNS = ("order", "invoice", "parcel", "ticket", "refund", "basket", "ledger", "voucher", "supplier", "warehouse")
_PIECES = 12  # classes of a repository beside its model


def made(folder: Path, number: int, count: int) -> Path:
    """Write one repository and return its folder."""
    name, other = f"shop{number:03}", f"shop{(number + 1) % count:03}"
    noun, next_noun = _NOUNS[number % len(_NOUNS)], _NOUNS[(number + 1) % len(_NOUNS)]
    files = {
        "Gemfile": f'gem "rails"\ngem "{other}_client"\n',
        f"{name}_client.gemspec": f'Gem::Specification.new do |spec|\n  spec.name = "{name}_client"\nend\n',
        "config/application.rb": f"module {name.capitalize()}\n  class Application < Rails::Application\n  end\nend\n",
        "config/routes.rb": f"Rails.application.routes.draw do\n  resources :{noun}s{number}\nend\n",
        f"app/models/{noun}{number}.rb": _class(f"{noun.capitalize()}{number}", "ApplicationRecord", "settle"),
        f"app/controllers/{noun}s{number}_controller.rb": _class(
            f"{noun.capitalize()}s{number}Controller", "ApplicationController", "show"
        ),
        f"lib/{name}/client.rb": (
            f"module {name.capitalize()}\n  class Client\n    def next_{next_noun}(id)\n"
            f'      connection.get("#{{base}}/{next_noun}s{(number + 1) % count}/#{{id}}")\n    end\n  end\nend\n'
        ),
    }
    for piece in range(_PIECES):
        files[f"app/services/{noun}_step{piece}.rb"] = _class(f"{noun.capitalize()}Step{piece}", "", f"work_{piece}")
    for path, text in files.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text, encoding="utf-8")
    return folder / name


def _class(name: str, above: str, method: str) -> str:
    base = f" < {above}" if above else ""
    return f"# What a {name} is for.\nclass {name}{base}\n  def {method}(given)\n    given.to_s\n  end\nend\n"


def main(count: int) -> None:
    """Make, index, publish and ask, each step in processes of its own."""
    with tempfile.TemporaryDirectory() as top:
        paths = [str(made(Path(top), number, count)) for number in range(count)]
        names = [Path(path).name for path in paths]
        _step(f"index {count} repositories", ["index", *paths, "--no-vectors"])
        _step("publish the group", ["group", "many", *names])
        _step("first question, a cold process", ["ask", "-i", "many", "who settles a refund?"])
        _step(
            "a question to one member",
            ["ask", "-i", "many", "--repository", names[0], "how does work step 3 go?"],
        )


def _step(name: str, words: list[str]) -> None:
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-m", "orienteer", *words], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory = after.ru_maxrss / 1024
    seconds = f"{time.perf_counter() - start:7.1f} s {used:7.1f} s of processor"
    print(f"{name:32} {seconds}, at most {memory:.0f} MB so far, status {done.returncode}", flush=True)
    print("   ", (done.stdout.strip().splitlines() or done.stderr.strip().splitlines() or [""])[-1][:150])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
