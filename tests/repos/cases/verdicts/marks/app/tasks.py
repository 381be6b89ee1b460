import functools

from somewhere import app


@app.task(name="sweep")
def sweep_floor():
    return 1


@functools.lru_cache
def cached_thing():
    return 2


class Broom:
    @staticmethod
    def bristle():
        return 3

    @app.hook
    def handle_dust(self):
        return 4
