def open_drawer(key):
    return key
