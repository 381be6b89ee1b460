from django.views import View


class Hoisting:
    def hoist(self, request):
        return self.chosen_kite_of_day(request)


class Lonely:
    def hoist(self, request):
        return self.chosen_kite_of_day(request)


class Chosen(View):
    def chosen_kite_of_day(self, request):
        return request


class Hoist(Hoisting, Chosen):
    pass


class Proxy:
    def __getattr__(self, name):
        return getattr(self.inner, name)

    def hoisted(self):
        return self.chosen_kite_of_day(None)
