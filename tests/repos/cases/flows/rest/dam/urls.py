from django.urls import include, path
from rest_framework.routers import DefaultRouter

from dam import views

router = DefaultRouter()
router.register(r"sluices", views.SluiceViewSet, basename="sluice")
router.register("gauges", views.GaugeViewSet)
unnamed = DefaultRouter()
unnamed.register("", views.GaugeViewSet)

urlpatterns = [
    path("api/v1/", include(router.urls)),
    path("api/v2/gauges/", include(unnamed.urls)),
    path("gates/<int:pk>/edit", views.GateEditView.as_view()),
    path("gates/new", views.GateNewView.as_view(), name="gate-new"),
    path("gates/<int:pk>/drop", views.GateDropView.as_view()),
    path("ping", views.ping),
    path("notify", views.notify),
]
