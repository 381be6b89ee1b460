from django.http import JsonResponse
from django.views.generic import CreateView, DeleteView, UpdateView
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from dam.forms import GateForm
from dam.models import Gate, Sluice
from dam.serializers import SluiceSerializer
from dam.work import drain, lift, show


class Emptied:
    def perform_destroy(self, instance):
        drain()


class SluiceViewSet(Emptied, viewsets.ModelViewSet):
    queryset = Sluice.objects.all()
    serializer_class = SluiceSerializer

    @action(detail=True, methods=["post"], url_path="open-up")
    def open_up(self, request, pk):
        return Response(SluiceSerializer(self.get_object()).data)


class GaugeViewSet(viewsets.ModelViewSet):
    queryset = Sluice.objects.all()


class GateNewView(CreateView):
    model = Gate
    form_class = GateForm


class GateEditView(UpdateView):
    model = Gate
    form_class = GateForm

    def form_valid(self, form):
        lift()
        return super().form_valid(form)

    def get_context_data(self):
        return {"shown": show()}


class GateDropView(DeleteView):
    model = Gate


def ping(request):
    return JsonResponse({})


def notify(request):
    return JsonResponse({})
