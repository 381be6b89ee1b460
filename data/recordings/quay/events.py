"""What happens when something happens: handlers are found by their names."""

from quay import fees


def announce(event, **facts):
    return globals()[f"on_{event}"](**facts)


def on_booked(length=10, **facts):
    return fees.fee(length, 7)


def on_cancelled(**facts):
    return 0
