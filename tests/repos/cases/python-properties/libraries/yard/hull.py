from django.utils.functional import cached_property, classproperty
from pyramid.decorator import reify
from sqlalchemy.ext.hybrid import hybrid_property
from yard import lazy
from yard.lazy import once


class Hull:
    @hybrid_property
    def length(self):
        return 3

    @reify
    def beam(self):
        return 1

    @cached_property
    def draft(self):
        return 2

    @once
    def planks(self):
        return []

    @lazy.kept
    def nails(self):
        return 12

    @lazy.shown
    def paint(self):
        return "red"

    @classproperty
    def kind(cls):
        return "hull"

    @staticmethod
    def plain():
        return 1


def measure(hull: Hull):
    return hull.length, hull.beam, hull.draft


def inspect(hull: Hull):
    return hull.planks, hull.nails, hull.paint


def name():
    return Hull.kind, Hull.plain()
