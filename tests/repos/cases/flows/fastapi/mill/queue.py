import dramatiq
from celery import shared_task


@shared_task
def weigh_later(sack_id):
    return sack_id


@dramatiq.actor(actor_name="sacks.label")
def label(sack_id):
    return sack_id


def put(name, *given):
    return name, given
