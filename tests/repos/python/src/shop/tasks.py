from celery import shared_task

from .models import Order


@shared_task(bind=True)
def send_receipt(self, order_id):
    return Order.objects.get(pk=order_id)
