from django.urls import include, path, re_path

from . import views

orders = [path("<int:pk>/", views.OrderView.as_view(), name="order")]

urlpatterns = [
    path("", views.index),
    path("orders/", include(orders)),
    re_path(r"^search/$", views.login_required(views.search)),
    path("admin/", include("shop.admin_urls")),
]
