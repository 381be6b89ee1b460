"""What still relies on what a change takes away: lines that use units, columns and routes which are no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.model import column_key, parse_key, split_key
from core.model.columns import ABOUT, read_via
from core.model.keys import ROWS
from core.model.review import HIGH, MEDIUM, MOVED, REMOVED, SIGNATURE, ChangedUnit, Remark, UserOfChange
from core.review.sides import Side
from core.text.counts import counted_as

_STARTS = frozenset({"perform", "perform_later", "perform_async"})


def left_behind(before: Side, after: Side, units: Iterable[ChangedUnit]) -> Iterator[Remark]:
    """Yield the lines outside of the changed places that use a unit which is gone, or which has another name now."""
    for one in units:
        former = one.key if one.change == REMOVED else one.before if one.change == MOVED else ""
        if former and former in before.index.position and former not in after.index.position:
            yield from _lines(before, after, one, former)


def _lines(before: Side, after: Side, one: ChangedUnit, former: str) -> Iterator[Remark]:
    named = split_key(former)[1]
    seen = set[tuple[str, str]]()
    for user, link in before.users(former):
        code = before.text(link.file_path, link.line)
        name = before.index.by_key[former].name
        told = user not in after.index.position or (link.file_path, code) in seen
        if told or link.kind in ("tests", "routes_to") or not code:  # routes without actions have a rule of their own
            continue
        seen.add((link.file_path, code))
        line = _same_line(after, link.file_path, link.line, code)
        if line and _says(code, name) and not _means_another(after, user, name, link.file_path, line):
            gone = f"is {split_key(one.key)[1]} now" if one.change == MOVED else "is gone"
            text = f"{named} {gone}, and {split_key(user)[1]} still {link.kind.replace('_', ' ')} it"
            yield Remark("left-behind", HIGH, text, one.key, link.file_path, line, code)


def _says(code: str, name: str) -> bool:
    """Tell whether a line writes the name: other uses follow from declarations, and go with these."""
    return name.rpartition("::")[2].rpartition("/")[2].partition(".")[0].lstrip("_").rstrip("=?!") in code


def _same_line(side: Side, path: str, near: int, code: str) -> int:
    """Return where a line of code stands now, the nearest to where it was; 0 when it is gone."""
    found = [at for at, line in enumerate(side.index.texts.lines(path), 1) if line.strip() == code]
    return min(found, key=lambda at: abs(at - near), default=0)


def _means_another(side: Side, user: str, name: str, path: str, line: int) -> bool:
    """Tell whether a line uses another unit of the same name now: one that is inherited, or stands elsewhere."""
    links = side.index.links.out(side.index.position[user])
    return any((link.file_path, link.line) == (path, line) and side.index.heads[link.other].name == name for link in links)


def former_signatures(units: Iterable[ChangedUnit], users: Iterable[UserOfChange], after: Side) -> Iterator[Remark]:
    """Yield units whose signature changed while users of it stand in files that did not."""
    by_unit: dict[str, list[UserOfChange]] = {}
    for user in users:
        if not user.in_change and not user.is_test and user.kind != "tests":
            by_unit.setdefault(user.uses, []).append(user)
    for changed in units:
        if changed.change != SIGNATURE:
            continue
        now = after.index.by_key[changed.key]
        signatures = f"signature was '{changed.before}', is '{now.signature}'"
        if now.name in _STARTS:
            text = f"{signatures}: what was enqueued before still carries the former arguments"
            yield Remark("queued-arguments", MEDIUM, text, changed.key, changed.file_path, changed.line)
        for user in by_unit.get(changed.key, ())[:1]:
            count = counted_as(len({other.unit for other in by_unit[changed.key]}), "user")
            text = f"{signatures}; {count} in files that do not change, first {split_key(user.unit)[1]}"
            code = after.text(user.file_path, user.line)
            yield Remark("former-signature", MEDIUM, text, changed.key, user.file_path, user.line, code)


def removed_columns(before: Side, after: Side) -> Iterator[Remark]:
    """Yield the lines that still read or write a column which the schema has no more."""
    for table, facts in sorted(before.index.columns.items()):
        if not before.index.columns or not after.index.columns:
            return
        kept = {str(fact["name"]) for fact in after.index.columns.get(table, ())}
        for name in (str(fact["name"]) for fact in facts):
            if name not in kept and name != ROWS:
                yield from _column_lines(before, after, table, name)


def _column_lines(before: Side, after: Side, table: str, name: str) -> Iterator[Remark]:
    gone = "the column" if table in after.index.columns else "the table"
    for use in before.index.catalog.column_uses([column_key(table, name)]):
        if read_via(use.via).group in ABOUT or parse_key(use.source).type in ("migration", "table"):
            continue
        code = before.text(use.file_path, use.line)
        if code and name in code and (line := _same_line(after, use.file_path, use.line, code)):
            text = f"{table}.{name}: {gone} is gone, and {split_key(use.source)[1]} still {use.kind} it"
            yield Remark("removed-column", HIGH, text, use.source, use.file_path, line, code)


def routes_without_action(before: Side, after: Side) -> Iterator[Remark]:
    """Yield routes whose action is missing after the change and was not missing before it."""
    known = _actions(after)
    for key, target in sorted(known.items()):
        head = after.index.by_key[key]
        if target or (key in before.index.position and not _actions_of(before, key)):
            continue
        fact = after.index.catalog.units([key])[0].metadata
        controller, action = fact.get("controller"), fact.get("action")
        view = any(path.startswith(f"app/views/{controller}/{action}.") for path in after.index.catalog.file_hashes())
        if controller and not view and _has_controller(after, str(controller)):
            text = f"{split_key(key)[1]} names {controller}#{action}, which does not exist"
            yield Remark("route-without-action", HIGH, text, key, head.file_path, head.start_line)


def _has_controller(side: Side, controller: str) -> bool:
    return any(path.endswith(f"app/controllers/{controller}_controller.rb") for path in side.index.by_file)


def _actions(side: Side) -> dict[str, bool]:
    """Return of each route whether its action is known."""
    return {head.key: _actions_of(side, head.key) for head in side.index.heads if head.type == "route"}


def _actions_of(side: Side, key: str) -> bool:
    links = side.index.links.out(side.index.position[key])
    return any(link.kind == "routes_to" and side.index.heads[link.other].type != "controller" for link in links)
