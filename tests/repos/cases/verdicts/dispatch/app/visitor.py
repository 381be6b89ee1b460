class Visitor:
    def visit(self, node):
        return getattr(self, f"enter_{node}")(node)

    def enter_house(self, node):
        return 1

    def leave_house(self, node):
        return 2


class Quiet:
    def sit_down(self):
        return 3
