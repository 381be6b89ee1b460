from django.db import models


class Shop(models.Model):
    opening_hours_text = models.TextField()


class Base(models.Model):
    @property
    def wind(self):
        return self.wind.strength if self.wind else None

    class Meta:
        abstract = True


class Kite(Base):
    wind = models.ForeignKey(Shop, models.CASCADE)

    @property
    def is_ready_to_fly(self):
        return bool(self.wind.strength)

    @property
    def tail_length(self):
        return 3

    def hoist_with_line(self, line):
        return line

    def untangle(self):
        return measured(self.wind.strength)


def measured(strength):
    return strength
