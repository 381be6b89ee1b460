"""Measure answers on question sets, compared with baselines.

A question set is data (`read_questions`). A way of answering is a function from a question to a `MeasuredAnswer`. A `Report`
holds the results question by question, so that every mean can be traced to the run behind it.
"""

from core.evaluate.baselines import BASELINES, whole_units
from core.evaluate.compare import MetricDifference
from core.evaluate.evidence import located
from core.evaluate.matching import Item, meets
from core.evaluate.metrics import MEMBER_METRICS, METRICS, TARGETS, MeasuredAnswer, metrics
from core.evaluate.questions import Query, QuestionSet, Relevant, read_questions
from core.evaluate.report import QuestionResult, Report, measure

__all__ = [
    "BASELINES",
    "MEMBER_METRICS",
    "METRICS",
    "TARGETS",
    "Item",
    "MeasuredAnswer",
    "MetricDifference",
    "Query",
    "QuestionResult",
    "QuestionSet",
    "Relevant",
    "Report",
    "located",
    "measure",
    "meets",
    "metrics",
    "read_questions",
    "whole_units",
]  # fmt: skip
