from django.db import models


class BoatLog(models.Model):
    text = models.TextField()


class Boat(models.Model):
    name = models.TextField()

    def tow(self, rope):
        BoatLog.objects.create(text=rope)

    def twin(self):
        return self.__class__.objects.create(name=self.name)
