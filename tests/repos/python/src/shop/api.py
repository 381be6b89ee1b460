from fastapi import APIRouter, FastAPI

from shop.cart import Cart, checkout

app = FastAPI()
carts = APIRouter(prefix="/carts")


@carts.get("/{cart_id}")
async def read_cart(cart_id: int) -> Cart:
    return Cart()


@carts.post("/{cart_id}/checkout", name="checkout")
async def check_out(cart_id: int):
    return checkout(Cart())


app.include_router(carts, prefix="/v1")
