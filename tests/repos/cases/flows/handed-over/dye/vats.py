import requests


def tell(vat):
    requests.post("https://vats.example", data=vat)


def each(vats):
    return list(map(tell, vats))


def retry(work):
    work(1)


def tried():
    retry(tell)
