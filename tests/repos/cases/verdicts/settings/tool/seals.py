def seal_all(shop):
    return shop
