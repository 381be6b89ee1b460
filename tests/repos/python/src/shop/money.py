class Money:
    def __init__(self, currency):
        self.currency = currency

    def plus(self, amount) -> "Money":
        return self


def rounded(money: Money) -> Money:
    return money.plus(0)
