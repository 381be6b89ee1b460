"""Berths and bookings in a database."""

import sqlite3


class Store:
    """The harbour's database."""

    def __init__(self, path):
        self.base = sqlite3.connect(path, check_same_thread=False)
        self.base.execute("CREATE TABLE IF NOT EXISTS berths (id INTEGER PRIMARY KEY, name TEXT, length REAL)")
        self.base.execute("CREATE TABLE IF NOT EXISTS bookings (id INTEGER PRIMARY KEY, berth_id INTEGER, ship TEXT, email TEXT)")

    def berths(self):
        return self.base.cursor().execute("SELECT id, name, length FROM berths").fetchall()

    def bookings_of(self, berth):
        return self.base.cursor().execute(f"SELECT id, ship, email FROM bookings WHERE berth_id = {int(berth)}").fetchall()

    def book(self, berth, ship, email):
        cursor = self.base.cursor()
        cursor.execute(f"INSERT INTO bookings (berth_id, ship, email) VALUES ({int(berth)}, '{ship}', '{email}')")
        self.base.commit()
        return cursor.lastrowid

    def cancel(self, booking):
        self.base.cursor().execute("DELETE FROM bookings WHERE id = ?", (booking,))
