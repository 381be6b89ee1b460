"""Ask indexes what they can answer and what they cannot; tell how often each is doubted, and what becomes of what a model says.

    python -m benchmarks.abstention [QUESTIONS [INDEX …]]

QUESTIONS (default: data/questions/doubt/judged.json, from which the rule of doubt was not made) holds for each index what it
answers and what it cannot; with INDEX only those are asked. Questions that are judged wrongly are printed. The first index is
asked thirty of its questions and those that it cannot answer with three scripted models: an honest one says that the context
does not say, one invents without a citation, one cites sources that it was not shown. Ends with status 1 when anything of that
was called supported. They know nothing: they show what becomes of what a model says, not what a model would say.
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

MODELS = {
    "honest": "The context does not say.", "inventing": "It is done by a service that runs every night.",
    "citing what was not shown": "It is done by a service [S99:1-20]. It runs every night [S1:999999].",
}  # fmt: skip
QUESTIONS = Path(__file__).parents[1] / "data" / "questions" / "doubt" / "judged.json"
KINDS = ("answered", "unanswered")


def doubted(index: str, questions: Sequence[str]) -> list[str]:
    """Return the questions whose answer is doubted."""
    bench = open_workbench(index, settings={"cache.runs": "0"})
    return [question for question in questions if bench.ask(question).doubt]


def of_models(index: str, sets: dict[str, list[str]]) -> int:
    """Print what becomes of what the scripted models say, and return how much of it was called supported."""
    wrong = 0
    for name, says in MODELS.items():
        with language_model(written(says)) as model:
            bench = open_workbench(index, settings={"answer.url": model.url, "answer.model": "scripted"})
            for kind, questions in sets.items():
                answers = [bench.answer(question) for question in questions]
                found = Counter(one.verdict for one in answers)
                struck = sum(len(one.struck) for one in answers)
                print(f"{name}, {len(questions)} {kind}: {dict(found)}, {struck} citations struck")
                wrong += found[SUPPORTED]
    return wrong


def main(given: Sequence[str]) -> int:
    """Print the counts; return 1 if anything that a scripted model said was called supported."""
    sets = json.loads((Path(given[0]) if given else QUESTIONS).read_text(encoding="utf-8"))
    totals: Counter[str] = Counter()
    wanted = given[1:] or tuple(sets)
    asked = {index: {kind: [one["query"] for one in sets[index][kind]] for kind in KINDS} for index in wanted}
    for index, kinds in asked.items():
        for kind, questions in kinds.items():
            found = doubted(index, questions)
            print(f"{index}: {len(found)} of {len(questions)} {kind} are doubted", flush=True)
            wrong = found if kind == "answered" else [one for one in questions if one not in found]
            print("".join(f"  {question}\n" for question in wrong), end="")
            totals.update({f"{kind}: asked": len(questions), f"{kind}: doubted": len(found)})
    print(dict(totals))
    first, kinds = next(iter(asked.items()))
    return int(bool(of_models(first, {kind: questions[:30] for kind, questions in kinds.items()})))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
