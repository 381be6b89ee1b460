from django.db import models


class Sluice(models.Model):
    level = models.IntegerField()

    def save(self, *args, **kwargs):
        self.full_clean()
        super().save(*args, **kwargs)
        Entry.objects.create(text="saved")


class Entry(models.Model):
    text = models.TextField()


class Gate(models.Model):
    name = models.TextField()
