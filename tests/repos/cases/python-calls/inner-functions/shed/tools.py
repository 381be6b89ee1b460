def sharpen():
    return 1


def oil():
    return 2


def open_shed():
    def pick_tool():
        return sharpen()

    return pick_tool()


class Bench:
    def plane(self):
        async def shave():
            def sweep_up():
                oil()

            sweep_up()

        return shave


def close_shed():
    def tidy():
        return 3

    return 4
