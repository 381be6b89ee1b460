import requests
from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.views import MethodView
from flask_login import login_required

from shop.db import db
from shop.models import Line

bp = Blueprint("cart", __name__)


@bp.before_request
def guard():
    if not request.args:
        abort(403)


@bp.route("/add", methods=["POST", "PUT"])
@login_required
def add():
    line = Line()
    db.session.add(line)
    db.session.commit()
    Line.query.filter_by(id=3).delete()
    requests.get("https://stock.example")
    return redirect(url_for("cart.show"))


@bp.get("/show")
def show():
    return render_template("cart.html")


class CartView(MethodView):
    def get(self, cart_id):
        return jsonify({})

    def delete(self, cart_id):
        line = Line.query.get(cart_id)
        db.session.delete(line)
        return "", 204
