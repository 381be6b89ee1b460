from rest_framework import serializers

from dam.models import Sluice
from dam.work import fill


class SluiceSerializer(serializers.ModelSerializer):
    class Meta:
        model = Sluice

    def create(self, data):
        fill()
        return super().create(data)
