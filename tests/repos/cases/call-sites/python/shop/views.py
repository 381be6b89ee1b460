from rest_framework.serializers import Serializer

from shop.helpers import helper_functions as h
from shop.rules import get_rule


def fly(request, form):
    made = Serializer(data=request.data).save()
    made.hoist_with_line("red")
    if request.kite.is_ready_to_fly:
        h.paint_in_stripes(made)
    for kite in form.chosen():
        print(kite.tail_length, form.tail_length)
    print(request.data.get("knot_of_sailors"), request.opening_hours_text)
    return getattr(made, "hoist_with_line"), get_rule("knot_of_sailors")
