from django.shortcuts import render
from django.views.generic import TemplateView


class BookView(TemplateView):
    template_name = "inn/room.html"

    def post(self, request):
        return self.get(request)


def listing(request):
    return render(request, "inn/list.html")
