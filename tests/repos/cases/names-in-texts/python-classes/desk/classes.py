from django import forms
from django.contrib import admin
from django_filters import CharFilter, FilterSet
from rest_framework import serializers


def check_length(value):
    return len(value) > 3


class Shown(admin.ModelAdmin):
    def keeper(self, one):
        return one.keeper


class ParcelAdmin(Shown):
    list_display = ["label", "weight_text", "keeper"]
    readonly_fields = ("stamp",) + Shown.readonly_fields
    actions = "send_out", "send_back"
    fieldsets = ((None, {"fields": ("folded",)}),)

    def weight_text(self, one):
        return one.weight

    def stamp(self, one):
        return one.stamp

    def send_out(self, request, rows):
        return rows

    def send_back(self, request, rows):
        return rows

    def folded(self, one):
        return one

    def lost(self, one):
        return one


class Method(serializers.SerializerMethodField):
    pass


class ParcelSerializer(serializers.Serializer):
    size = serializers.SerializerMethodField(method_name="measured")
    colour = Method("painted")
    note = serializers.CharField(source="worded", validators=[check_length])
    code = serializers.CharField(label="coded")

    def measured(self, one):
        return 1

    def painted(self, one):
        return 2

    def worded(self, one):
        return 3

    def coded(self, one):
        return ["loose"]

    def loose(self, one):
        return 4


class ParcelFilter(FilterSet):
    term = CharFilter(method="search_term")
    kind = Method(property_name="full_kind")

    class Meta:
        fields = ["inside"]

    @property
    def full_kind(self):
        return self.data

    def search_term(self, rows, name, value):
        return rows.filter(x=value)

    def inside(self):
        return self.pick("outside")

    def outside(self):
        return 1


class Crate(Base):
    _tag = column("tag", String)
    _mark = column(String, name="mark")
    lids = proxy("pieces", "cover")

    @property
    def tag(self):
        return self._tag

    @property
    def mark(self):
        return self._mark

    @property
    def pieces(self):
        return []

    @property
    def cover(self):
        return None


class Form(forms.Form):
    name = forms.CharField()
    price = serializers.IntegerField()
    other = unknown()

    def clean_name(self):
        return 1

    def validate_price(self, value):
        return value

    def get_price(self, value):
        return value

    def clean_other(self):
        return 1


class Labelled(serializers.Serializer):
    text = serializers.SerializerMethodField()
    tone = Method()
    told = serializers.SerializerMethodField("say")

    def get_text(self, one):
        return 1

    def get_tone(self, one):
        return 1

    def get_told(self, one):
        return 1

    def say(self, one):
        return 1
