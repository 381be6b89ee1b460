from flask import Flask
from shop.cart import bp, CartView

app = Flask(__name__)
app.register_blueprint(bp, url_prefix="/cart")
app.add_url_rule("/carts/<int:cart_id>", view_func=CartView.as_view("cart"))
