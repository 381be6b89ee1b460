from brewery.mixins import Printing
from brewery.models import Bottle, Brew, Label


class Page(Printing):
    pass


def relabel(label: Label):
    label.save()


def brew_up():
    brew = Brew()
    brew.save()


def shut(bottle: Bottle):
    bottle.save()
    bottle.delete()


def sheet():
    Page().save()


def open_all(brew):
    brew.bottles.create(shut=True)
    brew.bottles.update(shut=False)
    brew.bottles.filter(pk=1).exclude(shut=True).update(shut=True)


def tidy(queryset, cellar):
    queryset.filter(pk=1).update(shut=True)
    cellar.things.all().update(shut=False)
    cellar.things.all().delete()
    rows = cellar.things.order_by("pk")
    rows.exclude(pk=2).delete()


def count(seen: dict, chosen: set):
    seen.update(a=1)
    chosen.all.update(a=2)


class Shelf:
    def __init__(self, queryset):
        self.bottles_left = queryset

    def clear_out(self):
        self.bottles_left.all().update(shut=False)
