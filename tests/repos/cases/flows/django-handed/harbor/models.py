from celery import Celery
from django.db import models

worker = Celery("harbor")


class LogManager(models.Manager):
    def note(self, text):
        return super().create(text=text)


class BoatLog(models.Model):
    text = models.TextField()

    objects = LogManager()


class Boat(models.Model):
    name = models.TextField()

    def tow(self, rope):
        BoatLog.objects.create(text=rope)

    def twin(self):
        return self.__class__.objects.create(name=self.name)

    def log(self):
        BoatLog.objects.note("ahoy")
        worker.send_task("paint", queue="far")
        worker.control.revoke(self.pk)

    def find_log(self):
        BoatLog.objects.bulk_create([])
