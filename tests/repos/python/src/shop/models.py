from django.contrib.auth.models import AbstractUser
from django.db import models


class Customer(AbstractUser):
    name = models.CharField(max_length=80)

    def greeting(self):
        return f"Dear {self.name}"


class Order(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE)
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE)
    lines = models.ManyToManyField("shop.Line")
    kind = models.TextField()


class Line(models.Model):
    order = models.OneToOneField("Order", on_delete=models.CASCADE)


class GiftOrder(Order):
    pass
