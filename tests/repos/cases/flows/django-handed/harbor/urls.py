from django.urls import path

from harbor.views import Boats

urlpatterns = [
    path("boats/", Boats.as_view()),
]
