import threading

from django import forms
from django.contrib.auth.decorators import permission_required
from django.core.mail import send_mail
from django.dispatch import Signal
from django.http import HttpResponseRedirect
from django.utils.decorators import method_decorator
from django.views.generic import View

LAUNCHED = Signal()


class BoatForm(forms.Form):
    name = forms.CharField()


def paint(colour):
    return colour


@method_decorator(permission_required("harbor.add_boat"), name="dispatch")
class Boats(View):
    def post(self, request):
        form = BoatForm(request.POST)
        LAUNCHED.send(sender=self.__class__)
        user = request.user
        user.groups.add(form.cleaned_data["group"])
        threading.Thread(target=send_mail, args=("Boat", "ready")).start()
        threading.Thread(target=paint, args=("red",), daemon=True).start()
        for boat in form.cleaned_data["boats"]:
            boat.tow("long")
        return HttpResponseRedirect("/boats/")
