"""Small checkouts of described languages, linked."""

from tests.go_samples import linked


def edges(files, *kinds):
    """Return the relations between units that are no files, without their namespaces' beginnings."""
    return {
        (one.source.partition(":")[2], one.kind, one.target.partition(":")[2])
        for one in linked(files).relations
        if not kinds or one.kind in kinds
    }


def units(files):
    """Return the units that are no files and folders, by key."""
    return {unit.key: unit for unit in linked(files).units if unit.type not in ("file", "folder")}


def targets(files, source, kind="calls"):
    """Return what a unit leads to by relations of a kind."""
    return {target for one, _, target in edges(files, kind) if one == source}
