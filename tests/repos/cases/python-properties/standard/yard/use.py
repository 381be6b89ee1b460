from yard.sail import Sail, Storm


def widest(sails: list[Sail]):
    return max(sail.area for sail in sails)


def patch(sail: Sail | None):
    if sail:
        first, *rest = sail.seams
        return first, sail.cloth.upper()


def trim():
    storm = Storm(1, 2)
    storm.area = 9
    later = storm.seams
    print("no property here")
    return later


def unbound():
    return Sail.area.fget
