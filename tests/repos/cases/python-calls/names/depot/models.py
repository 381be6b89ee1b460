from django.db import models


class Gate(models.Model):
    """A gate; see "depot.guards.Guard.enter"."""  # "depot.guards.Guard.enter"

    def shut(self):
        return 1
