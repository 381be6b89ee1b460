from django.db import models


class Stamped(models.Model):
    class Meta:
        abstract = True


class Cleaning:
    def save(self, *args, **kwargs):
        if self._state.adding:
            return super().save(*args, **kwargs)
        self.rinse()
        return super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        self.rinse()
        return super().delete(*args, **kwargs)

    def rinse(self):
        return None


class Printing:
    def save(self, *args, **kwargs):
        return super().save(*args, **kwargs)


class Numbered:
    def save(self, *args, **kwargs):
        self.number = 1
        return super().save(*args, **kwargs)


class Base(Stamped, Cleaning, models.Model):
    class Meta:
        abstract = True
