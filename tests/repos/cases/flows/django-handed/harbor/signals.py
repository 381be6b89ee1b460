from django.db.models.signals import post_save
from django.dispatch import receiver

from harbor.models import Boat


@receiver(post_save, sender=Boat)
def boat_saved(sender, instance, **kwargs):
    instance.name.strip()
