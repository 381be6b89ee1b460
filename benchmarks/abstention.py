"""Ask what indexes answer and what they cannot; tell how often each is doubted, and what becomes of what a model says.

    python -m benchmarks.abstention [INDEX QUESTIONS …]

Each INDEX (default: redmine with data/questions/redmine-5.0.4.json) is asked its QUESTIONS, and twenty about things that are
in none of them: ten by which the rule of doubt was chosen, ten that were written when it was there. Doubted is a question whose
answer has a note that no unit holds what it asks for; a line tells also of how many questions a word stands in no file at all.
The first index is asked thirty and ten more with three scripted models: an honest one says that the context does not say, one
invents without a citation, one cites sources that it was not shown. Ends with status 1 when anything that they said was called
supported. They are served on this machine and know nothing: they show what becomes of what a model says, not what a model
would say.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.model.answer import SUPPORTED
from core.workbench import open_workbench
from core.workbench.absent import absent_words, doubt_of
from tests.language_model import language_model, written

if TYPE_CHECKING:
    from core.workbench import Workbench

UNANSWERABLE = (
    "how are credit card payments refunded?", "where is the Kubernetes operator reconciled?",
    "how does the recommendation engine rank films?", "which service sends SMS to drivers?",
    "how is the blockchain ledger validated?", "how are flight seats allocated?", "where are GPU kernels compiled?",
    "how is a patient's insurance claim approved?", "which job trains the neural network?",
    "how does the thermostat regulate temperature?",
)  # fmt: skip
UNSEEN = (
    "how long is the sourdough proofed?", "where is the orbit of the satellite corrected?",
    "who reminds patients of their vaccination?", "which class encodes MPEG video frames?",
    "how does the elevator choose the next floor?", "how are chess openings evaluated?",
    "where is the fragment shader linked?", "how are payroll taxes withheld?", "how does the compiler allocate registers?",
    "what happens when a parking ticket expires unpaid?",
)  # fmt: skip
"""Written when the rule was there already; what these ask for is no topic of any repository that questions are for."""
MODELS = {
    "honest": "The context does not say.", "inventing": "It is done by a service that runs every night.",
    "citing what was not shown": "It is done by a service [S99:1-20]. It runs every night [S1:999999].",
}  # fmt: skip
_QUESTIONS = Path(__file__).parents[1] / "data" / "questions" / "redmine-5.0.4.json"


def questions_of(path: Path) -> list[str]:
    """Return the questions of a set."""
    return [one["query"] for one in json.loads(path.read_text(encoding="utf-8"))["queries"]]


def doubted(bench: Workbench, questions: Sequence[str]) -> tuple[list[str], int]:
    """Return the questions that the answer doubts, and of how many a word is written nowhere."""
    runs = {question: bench.ask(question) for question in questions}
    doubts = [question for question, run in runs.items() if doubt_of(run)]
    return doubts, sum(bool(absent_words(bench, run)[0]) for run in runs.values())


def of_models(index: str, answerable: Sequence[str]) -> int:
    """Print what becomes of what the scripted models say, and return how much of it was called supported."""
    wrong = 0
    for name, says in MODELS.items():
        with language_model(written(says)) as model:
            bench = open_workbench(index, settings={"answer.url": model.url, "answer.model": "scripted"})
            for kind, questions in (("answerable", answerable), ("unanswerable", UNANSWERABLE)):
                answers = [bench.answer(question) for question in questions]
                found = Counter(one.verdict for one in answers)
                struck = sum(len(one.struck) for one in answers)
                print(f"{name}, {len(questions)} {kind}: {dict(found)}, {struck} citations struck")
                wrong += found[SUPPORTED]
    return wrong


def main(given: Sequence[str]) -> int:
    """Print the counts; return 1 if anything that a scripted model said was called supported."""
    asked = dict(zip(given[::2], map(Path, given[1::2]), strict=True)) or {"redmine": _QUESTIONS}
    totals: Counter[str] = Counter()
    for index, path in asked.items():
        bench = open_workbench(index)
        kinds = {"answerable": questions_of(path), "unanswerable": UNANSWERABLE, "unanswerable, unseen": UNSEEN}
        for kind, questions in kinds.items():
            doubts, absent = doubted(bench, questions)
            print(f"{index}: {len(doubts)} of {len(questions)} {kind} doubted; of {absent} a word is written nowhere")
            print("".join(f"  {question}\n" for question in doubts) if kind == "answerable" else "", end="", flush=True)
            totals.update({f"{kind}: asked": len(questions), f"{kind}: doubted": len(doubts), f"{kind}: a word": absent})
    print(dict(totals))
    first, path = next(iter(asked.items()))
    return int(bool(of_models(first, questions_of(path)[:30])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
