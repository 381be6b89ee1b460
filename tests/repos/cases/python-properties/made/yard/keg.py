class Cork:
    def pull(self):
        return 1


class Keg:
    def _level(self) -> Cork:
        return Cork()

    def _fill(self, value):
        self.value = value

    level = property(_level, _fill)
    cork = property(fget=_level)


class Small(Keg):
    def drain(self):
        return self.level


def drink(keg: Keg):
    keg.level.pull()
    return keg.cork.pull()
