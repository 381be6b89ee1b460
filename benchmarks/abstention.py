"""Ask thirty questions that an index answers and ten that it cannot; tell what is said to each kind.

    python -m benchmarks.abstention [INDEX] [QUESTIONS]

INDEX (default: redmine) is asked the first thirty of QUESTIONS (default: data/questions/redmine-5.0.4.json) and ten about
things that are not in it, each without a model and with three scripted ones: an honest one says that the context does not
say, one invents without a citation, one cites sources that it was not shown. Ends with status 1 when anything that they said
was called supported. They are served on this machine and know nothing: they show what becomes of what a model says, not what
a model would say.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from core.model.answer import SUPPORTED
from core.workbench import open_workbench
from tests.language_model import language_model, written

UNANSWERABLE = (
    "how are credit card payments refunded?", "where is the Kubernetes operator reconciled?",
    "how does the recommendation engine rank films?", "which service sends SMS to drivers?",
    "how is the blockchain ledger validated?", "how are flight seats allocated?", "where are GPU kernels compiled?",
    "how is a patient's insurance claim approved?", "which job trains the neural network?",
    "how does the thermostat regulate temperature?",
)  # fmt: skip
MODELS = {
    "honest": "The context does not say.", "inventing": "It is done by a service that runs every night.",
    "citing what was not shown": "It is done by a service [S99:1-20]. It runs every night [S1:999999].",
}  # fmt: skip
_QUESTIONS = Path(__file__).parents[1] / "data" / "questions" / "redmine-5.0.4.json"


def main(given: Sequence[str]) -> int:
    """Print the counts; return 1 if anything that a scripted model said was called supported."""
    index, path = given[0] if given else "redmine", Path(given[1]) if len(given) > 1 else _QUESTIONS
    answerable = [one["query"] for one in json.loads(path.read_text(encoding="utf-8"))["queries"]][:30]
    kinds = {"answerable": answerable, "unanswerable": list(UNANSWERABLE)}
    for kind, questions in kinds.items():
        bench = open_workbench(index)
        answers = [bench.answer(question, model=False) for question in questions]
        print(f"no model, {len(questions)} {kind}: {dict(Counter(one.verdict for one in answers))}")
        for note, count in Counter(note for one in answers for note in one.notes).most_common():
            print(f"  {count} × {note}")
    wrong = 0
    for name, says in MODELS.items():
        with language_model(written(says)) as model:
            bench = open_workbench(index, settings={"answer.url": model.url, "answer.model": "scripted"})
            for kind, questions in kinds.items():
                answers = [bench.answer(question) for question in questions]
                found = Counter(one.verdict for one in answers)
                struck = sum(len(one.struck) for one in answers)
                print(f"{name}, {len(questions)} {kind}: {dict(found)}, {struck} citations struck")
                wrong += found[SUPPORTED]
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
