from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.mail import EmailMessage
from django.http import JsonResponse
from django.views.decorators.http import require_http_methods, require_POST
from django.views.generic import CreateView, DeleteView, UpdateView
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from dam.forms import GateForm
from dam.models import Gate, Sluice
from dam.permissions import Keeper
from dam.serializers import SluiceSerializer


class Noted:
    def perform_create(self, serializer):
        serializer.save(level=1)


class SluiceViewSet(Noted, viewsets.ModelViewSet):
    queryset = Sluice.objects.all()
    serializer_class = SluiceSerializer
    permission_classes = [Keeper]

    @action(detail=True, methods=["post"], url_path="open-up")
    def open_up(self, request, pk):
        sluice = self.get_object()
        sluice.level = 0
        sluice.save()
        return Response({})


class GaugeViewSet(mixins.ListModelMixin, viewsets.GenericViewSet):
    queryset = Sluice.objects.all()

    def notes(self):
        return None


class GateNewView(LoginRequiredMixin, CreateView):
    model = Gate
    form_class = GateForm

    def get(self, request):
        return JsonResponse({"only": "get"})


class GateEditView(UpdateView):
    model = Gate
    form_class = GateForm

    def form_valid(self, form):
        form.instance.name = form.instance.name.upper()
        return super().form_valid(form)


class GateDropView(DeleteView):
    model = Gate


def ping(request):
    return JsonResponse({})


@require_POST
def notify(request):
    EmailMessage("hello").send()
    return JsonResponse({})


@require_http_methods(["GET", "HEAD"])
def unrouted(request):
    return JsonResponse({})
