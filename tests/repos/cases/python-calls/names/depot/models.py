from django.db import models


class Gate(models.Model):
    def shut(self):
        return 1
