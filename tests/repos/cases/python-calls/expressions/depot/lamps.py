class Lamp:
    def light(self):
        return 1


async def fetch() -> Lamp:
    return Lamp()


async def awaited():
    return (await fetch()).light()


def either(one: Lamp | None, other: Lamp):
    return (one or other).light()


def many(*lamps: Lamp, **named: Lamp):
    lamps[0].light()
    return [lamp.light() for lamp in named.values()]


def mapped(lamps: list[Lamp]):
    return list(map(lambda lamp: lamp.light(), lamps))


def ordered(lamps: list[Lamp]):
    lamps.sort(key=lambda lamp: lamp.light())
    return sorted(lamps, key=lambda lamp: lamp.light())
