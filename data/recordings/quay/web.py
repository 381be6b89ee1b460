"""The pages of the harbour office."""

from flask import Flask, abort, request

from quay import events, fees
from quay.store import Store

app = Flask(__name__)
store = Store("/tmp/quay.sqlite")


@app.get("/berths")
def berths():
    return {"berths": [{"id": number, "name": name, "fee": fees.fee(length, 3)} for number, name, length in store.berths()]}


@app.get("/berths/<int:berth>/bookings")
def bookings(berth):
    return {"bookings": [{"id": number, "ship": ship} for number, ship, _ in store.bookings_of(berth)]}


@app.post("/berths/<int:berth>/bookings")
def book(berth):
    if not request.args.get("ship"):
        abort(500)
    number = store.book(berth, request.args["ship"], request.args.get("email", ""))
    return {"id": number, "total": events.announce("booked", length=12)}


@app.delete("/bookings/<int:booking>")
def cancel(booking):
    store.cancel(booking)
    return {"refund": events.announce("cancelled")}
