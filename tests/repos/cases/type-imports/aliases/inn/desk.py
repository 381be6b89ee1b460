import inn.bell


class Desk:
    bell = inn.bell.Bell()
