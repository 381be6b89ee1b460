from rest_framework import serializers


class OwnedSerializer(serializers.ModelSerializer):
    def update(self, instance, validated_data):
        if not self.context["may"]:
            raise serializers.ValidationError
        return super().update(instance, validated_data)
