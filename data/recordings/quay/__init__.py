"""A harbour office: berths, bookings and what happens when a ship comes in."""
