from django.core.management.base import BaseCommand

from dam.work import fill


class Command(BaseCommand):
    def handle(self, *args, **options):
        self.once()

    def once(self):
        fill()
