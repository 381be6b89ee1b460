class Guard:
    def enter(self):
        return "depot.guards.absent"

    def leave(self):
        return 1
