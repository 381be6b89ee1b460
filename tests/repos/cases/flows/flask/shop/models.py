from shop.db import db


class Line(db.Model):
    id = db.Column(db.Integer)
