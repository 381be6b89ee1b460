def count_stock():
    return 1


def ring_bell():
    return 2


def paint_door():
    return 3


def sweep_floor():
    return 4


def bake_bread():
    return 5


def close_window(name):
    openShutter(name)
    return f'<script>opener.closeShutter(window, "{name}");</script>'
