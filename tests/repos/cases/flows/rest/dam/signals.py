from django.core.mail import send_mail
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from dam.models import Gate, Sluice
from dam.tasks import measure


@receiver(post_save, sender=Sluice)
def sluice_saved(sender, instance, **kwargs):
    measure.delay(instance.pk)


def gate_gone(sender, instance, **kwargs):
    send_mail("gone", "a gate", None, ["keeper@dam.example"])


post_delete.connect(gate_gone, sender=Gate)
