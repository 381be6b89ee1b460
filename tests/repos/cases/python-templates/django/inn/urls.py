from django.urls import path

from inn import views

app_name = "inn"
urlpatterns = [path("book", views.BookView.as_view(), name="book"), path("", views.listing, name="list")]
