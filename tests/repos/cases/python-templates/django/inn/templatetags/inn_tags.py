from django import template

register = template.Library()


@register.filter
def stars(value):
    return "*" * value


@register.filter(name="euro")
def as_money(value):
    return f"{value} €"


@register.simple_tag
def bell():
    return "ring"


@register.inclusion_tag("inn/room.html")
def room(number):
    return {"number": number}


@register.filter
def unused_filter(value):
    return value
