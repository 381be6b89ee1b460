from django.db import models

from brewery.mixins import Base, Numbered


class Brew(Numbered, Base):
    name = models.CharField(max_length=20)


class Bottle(Base):
    brew = models.ForeignKey(Brew, on_delete=models.CASCADE, related_name="bottles")
    shut = models.BooleanField()

    def save(self, *args, **kwargs):
        self.shut = True
        super().save(*args, **kwargs)


class Label(models.Model):
    def save(self, *args, **kwargs):
        return super().save(*args, **kwargs)
