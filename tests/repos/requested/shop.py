from fastapi import FastAPI

app = FastAPI()


@app.get("/orders/{number}")
def read_order(number):
    return number


@app.post("/orders")
def make_order():
    return 1


@app.delete("/orders/{number}")
def drop_order(number):
    return number


@app.put("/orders/{number}/lines")
def change_lines(number):
    return number
