def test_reading(client):
    assert client.get("/orders/1").ok


def test_making(client):
    assert client.post("/orders/", json={"lines": 1}).ok


def test_lines(client, number):
    assert client.put(f"/orders/{number}/lines?all=1").ok
