from rest_framework import serializers

from dam.models import Sluice


class SluiceSerializer(serializers.ModelSerializer):
    class Meta:
        model = Sluice

    def validate_level(self, value):
        if value < 0:
            raise serializers.ValidationError("too low")
        return value
