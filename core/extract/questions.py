"""Answer questions that ask each other: each once, without recursion and without going round in circles.

What a name means often depends on what another name means, which may depend on the first. A question is a function with its
arguments; the function is a generator that yields the questions that it depends on, is sent their answers, and returns its
own. The depth is that of a list, so no chain of names is too long for it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

Question = tuple[Any, ...]
"""A function that makes a generator, and its arguments."""

Asking = Generator[Question, Any, Any]


class _Open:
    """A question under way: `lowest` is the position of the first open question that it met again, its own if none.

    `unsure` says how many answers were unsure when it was opened.
    """

    __slots__ = ("asking", "lowest", "question", "unsure")

    def __init__(self, question: Question, position: int, unsure: int) -> None:
        self.question, self.lowest, self.unsure = question, position, unsure
        self.asking: Asking = question[0](*question[1:])


class Questions:
    """The answers to all questions that were asked.

    A question that is met again while it is open is answered with None there: a way that leads back to where it began leads
    nowhere. An answer that came about so holds for the question at which the circle began; for the others in the circle it
    is used until that one is answered, and kept only if the None that was assumed is what they are all answered with.
    """

    def __init__(self) -> None:
        self._known: dict[Question, object] = {}
        self._unsure: dict[Question, tuple[object, int]] = {}
        self._circle: list[Question] = []
        self._met: set[Question] = set()

    def __call__(self, *question: object) -> Any:
        """Return the answer to a question: a function and its arguments."""
        answer = self._known.get(question, self)
        return answer if answer is not self else self._answer(question)

    def forget(self, function: Callable[..., Asking]) -> None:
        """Forget the answers to all questions of one function."""
        self._known = {question: answer for question, answer in self._known.items() if question[0] != function}

    def _answer(self, first: Question) -> object:
        stack = [_Open(first, 0, len(self._circle))]
        positions = {first: 0}
        answer: object = None
        while stack:
            top = stack[-1]
            try:
                asked = top.asking.send(answer)
            except StopIteration as end:
                answer = end.value
                del positions[top.question]
                stack.pop()
                self._close(top, len(stack), answer)
                if stack:
                    stack[-1].lowest = min(stack[-1].lowest, top.lowest)
                continue
            if asked in self._known:
                answer = self._known[asked]
            elif asked in positions:
                top.lowest = min(top.lowest, positions[asked])
                self._met.add(asked)
                answer = None
            elif asked in self._unsure:
                answer, lowest = self._unsure[asked]
                top.lowest = min(top.lowest, lowest)
            else:
                answer = None
                positions[asked] = len(stack)
                stack.append(_Open(asked, len(stack), len(self._circle)))
        return answer

    def _close(self, done: _Open, position: int, answer: object) -> None:
        """Keep an answer: for good, or until the question at which its circle began has one."""
        if done.lowest < position:
            self._unsure[done.question] = (answer, done.lowest)
            self._circle.append(done.question)
            return
        self._known[done.question] = answer
        circle = self._circle[done.unsure :]
        if circle:
            self._settle(circle, answer)
            del self._circle[done.unsure :]
        self._met.discard(done.question)

    def _settle(self, circle: Sequence[Question], answer: object) -> None:
        """Keep the answers of a circle if the None that was assumed for those that were met again has turned out true."""
        held = answer is None and all(self._unsure[one][0] is None for one in circle if one in self._met)
        for one in circle:
            found, _ = self._unsure.pop(one)
            self._met.discard(one)
            if held:
                self._known[one] = found
