import factory

from shop.models import Kite


class KiteFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Kite

    @factory.post_generation
    def tail_length(self, create, extracted):
        pass
