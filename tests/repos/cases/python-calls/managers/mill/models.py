from django.db import models


class SackQuery(models.QuerySet):
    def full(self):
        return self.filter(full=True)


class SackManager(models.Manager):
    def heavy(self):
        return self.get_queryset().filter(weight__gt=3)


class Sack(models.Model):
    objects = SackQuery.as_manager()
    heavies = SackManager()

    def lift(self):
        return 1


class Bag(models.Model):
    objects = models.Manager.from_queryset(SackQuery)()

    def hang(self):
        return 1


def count():
    return Sack.objects.full().count()


def chained():
    return Sack.objects.filter(a=1).full()


def heavy():
    return Sack.heavies.heavy()


def lifted():
    for sack in Sack.heavies.all():
        sack.lift()
    Sack.objects.full().first().lift()


def hung():
    Bag.objects.full()
    Bag.objects.get(pk=1).hang()
