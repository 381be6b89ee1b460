import requests
from celery import shared_task


@shared_task
def measure(pk):
    requests.post("https://levels.example", json={"pk": pk})
