"""What the statements of a route file draw, with the mapper's scope in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from core.extract.rails.routes.mapping import WRAPPER, RouteSet
from core.extract.rails.routes.route import Unread
from core.extract.rails.routes.scope import RouteScope
from core.extract.ruby.evaluate.evaluator import arguments, enter, evaluate
from core.extract.ruby.evaluate.kinds import Block, Code, Const, Frame, Options, Symbol, Value, is_known
from core.extract.ruby.evaluate.walker import MAX_DEPTH, StatementWalker, turns
from core.extract.ruby.syntax.nodes import Call, line_of, named, parameters_of, statements
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node
from core.model import Problem

_MAX_STEPS = 100_000  # statements of all route files together; concerns that draw each other twice would double for ever
_MAX_TURNS = 10_000  # a longer `times` is no way to write routes
_LOOPS = ("each", "map", "times", "select", "reject", "tap")
_ROUTER = Symbol("router")
"""What `|map|` and `|mapper|` blocks are given: calls on it are calls of the mapper."""

ANY_MACRO = ""
"""The name under which handlers have what draws for a word that is not known."""

Handler = Callable[["Drawing", "MapperPlace", Call], None]


@dataclass
class Drawing(StatementWalker["MapperPlace"]):
    """What drawing collects: routes, concerns, methods, mounted engines and lines that were not understood."""

    files: Callable[[str, str], str]  # name of a `draw` and the path that asks for it → path of the file, empty for none
    tree: Callable[[str], Node]  # of a route file, by its path
    devise_modules: Callable[[str], tuple[str, ...] | None]
    method: Callable[[str], Block | None]
    handlers: dict[str, Handler]
    actions: Callable[[str], Sequence[str]]  # of the controller of a path
    engines: dict[str, str] = field(default_factory=dict)  # constant of an engine → module of its controllers
    routes: RouteSet = field(default_factory=RouteSet)
    concerns: dict[str, Block] = field(default_factory=dict)
    mounts: dict[str, str] = field(default_factory=dict)
    direct: dict[str, str] = field(default_factory=dict)  # name of a helper → name of the route that it builds
    unread: list[Unread] = field(default_factory=list)
    cut: dict[tuple[str, str], Problem] = field(default_factory=dict)  # the first place of a file where a limit ended reading
    running: set[str] = field(default_factory=set)  # files and concerns that are being drawn
    most: int = field(default_factory=lambda: _MAX_STEPS, kw_only=True)

    def frame_of(self, at: MapperPlace) -> Frame:
        """Return what names mean at a place."""
        return at.frame

    def within(self, at: MapperPlace, frame: Frame) -> MapperPlace:
        """Return the place with other meanings of names."""
        return replace(at, frame=frame)

    def truth(self, condition: Node, at: MapperPlace) -> bool | None:
        """Return what a condition is, if it is known at boot."""
        value = evaluate(condition, at.frame)
        return None if isinstance(value, (Code, Const)) else value not in (None, False)

    def stopped(self, node: Node, at: MapperPlace, too_deep: bool) -> None:
        """Tell that routes are missing from here on."""
        deep = f"a method calls itself, or blocks are nested more than {MAX_DEPTH} deep"
        cut(self, at, node, deep if too_deep else f"drawing takes more than {self.most:,} statements")

    def yielded(self, at: MapperPlace) -> None:
        """Run the block that the method around was given."""
        caller = at.frame.variables.get("&")
        run_block(self, replace(at, site=None), caller if isinstance(caller, Block) else None)

    def call(self, call: Call, at: MapperPlace) -> None:
        """Do what a word of the mapper, a method or a block says."""
        if call.receiver is not None:
            _perform_on(self, at, call)
        elif handler := self.handlers.get(call.name):
            handler(self, at, call)
        elif method := self.methods.get(call.name) or _method_elsewhere(self, at, call):
            _inline(self, at, call, method)
        elif call.name not in at.frame.variables and _names_controllers(call):
            self.handlers[ANY_MACRO](self, at, call)
            guarded(self, at, call)
        elif call.block is not None or call.block_argument is not None:
            guarded(self, at, call)
        elif call.name not in at.frame.variables:
            note(self, at, call, "the method is not known")


def _names_controllers(call: Call) -> bool:
    """Tell whether a word that is not known is given controllers by name."""
    keys = (pair.child_by_field_name("key") for pair in call.arguments if pair.type == "pair")
    return any(text_of(key) == "controllers" for key in keys if key is not None)


@dataclass(frozen=True)
class MapperPlace:
    """Where a statement stands: the mapper's scope, the variables, the macro it came through and the route set."""

    scope: RouteScope
    frame: Frame
    via: str = ""
    engine: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    merged: tuple[tuple[str, Value], ...] = ()  # into every call: inside of a `with_options` without a variable
    site: tuple[str, Call] | None = None  # where a method of another file is called: that line is the evidence

    def inside(self, scope: RouteScope) -> MapperPlace:
        """Return the place in another scope."""
        return replace(self, scope=scope)


def run_block(
    drawing: Drawing, place: MapperPlace, block: Block | None, given: list[Value] | None = None, options: Options | None = None
) -> None:
    """Run the statements of a block, lambda or method at a place; nothing happens without one."""
    if block is None:
        return
    frame = enter(block, [_ROUTER] if given is None else given, options)
    outer = place.frame
    frame = replace(
        frame, condition=outer.condition or frame.condition, unrolled=outer.unrolled or frame.unrolled,
        guards=outer.guards or frame.guards,
    )  # fmt: skip
    drawing.run(statements(block.node), replace(place, frame=frame, options=()))


@contextmanager
def only_once(drawing: Drawing, place: MapperPlace, node: Node, what: str) -> Iterator[bool]:
    """Tell whether something, a file or a concern, may be drawn here: not from inside of itself, which is told."""
    if what in drawing.running:
        cut(drawing, place, node, f"{what} draws itself")
        yield False
        return
    drawing.running.add(what)
    try:
        yield True
    finally:
        drawing.running.discard(what)


def cut(drawing: Drawing, place: MapperPlace, node: Node, reason: str) -> None:
    """Tell that routes end here which a running Ruby would go on to draw; once per file and reason."""
    path = place.frame.path
    drawing.cut.setdefault((path, reason), Problem(path, "partial", f"routes are missing: {reason}", line_of(node)))


def block_of(place: MapperPlace, call: Call) -> Block | None:
    """Return the block that a call is given, literal or as `&name`."""
    if call.block is not None:
        return Block(call.block, place.frame)
    if call.block_argument is not None and (inner := named(call.block_argument)):
        value = evaluate(inner[0], place.frame)
        return value if isinstance(value, Block) else None
    return None


def guarded(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """Run a block whose call decides for each request whether the routes inside exist: `authenticate :user do`."""
    head = text_of(call.node).removesuffix(text_of(call.block)).strip()
    inner = replace(place, frame=replace(place.frame, guards=(*place.frame.guards, " ".join(head.split()))))
    run_block(drawing, inner, block_of(inner, call))


def _method_elsewhere(drawing: Drawing, place: MapperPlace, call: Call) -> Block | None:
    """Return a method that other files add to the mapper."""
    if call.name in place.frame.variables:
        return None
    return drawing.method(call.name)


def _perform_on(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """Run a call with a receiver: the mapper itself, a route set, a loop over literals, or a lambda."""
    assert call.receiver is not None
    written = text_of(call.receiver)
    receiver = evaluate(call.receiver, place.frame)
    if receiver is _ROUTER or written == "self":
        bare = replace(call, receiver=None)
        drawing.call(bare, place)
    elif call.name in ("draw", "append", "prepend") and written.endswith(".routes"):
        _draw_set(drawing, place, call, written.removesuffix(".routes"))
    elif call.name in ("add_routes", "append_routes", "prepend_routes", "draw_routes"):
        _draw_set(drawing, place, call, written)
    elif isinstance(receiver, Block) and call.name in ("call", "()"):
        given, options = arguments(call, place.frame)
        run_block(drawing, place, receiver, given, options)
    elif isinstance(receiver, (list, dict)) and call.name.startswith("each"):
        _unroll(drawing, place, call, receiver)
    elif isinstance(receiver, dict) and call.name in drawing.handlers:  # the variable of `with_options`
        merged = replace(place, options=tuple(receiver.items()))
        drawing.handlers[call.name](drawing, merged, replace(call, receiver=None))
    elif isinstance(receiver, int) and call.name == "times" and receiver <= _MAX_TURNS:
        _unroll(drawing, place, call, list(range(receiver)))
    elif call.block is not None:
        _run_unknown(drawing, replace(place, frame=place.frame.under(f"{written}.{call.name}")), call)
    elif call.name in drawing.handlers:
        note(drawing, place, call, "the receiver is known at run time only")


def _run_unknown(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """Run a block that is given to something unknown: a loop, or a wrapper that is given the mapper and may change paths."""
    block, (given, _) = block_of(place, call), arguments(call, place.frame)
    if block is not None and call.name.startswith(_LOOPS):
        run_block(drawing, place, block, [Code(text_of(one)) for one in parameters_of(block.node)])
        return
    if any(text_of(one) == "self" for one in call.arguments):
        prefix = next((value for value in given if isinstance(value, str) and value.startswith("/")), "")
        place = replace(place.inside(place.scope.below(prefix)), via=f"{WRAPPER}{text_of(call.receiver)}")
    run_block(drawing, place, block)


def _draw_set(drawing: Drawing, place: MapperPlace, call: Call, owner: str) -> None:
    owner = owner.removeprefix("::")
    engine = "" if owner in ("Rails.application", "Rails.application.class") or owner.endswith("Application") else owner
    scope = RouteScope(path=drawing.mounts.get(engine, "")) if engine else RouteScope()
    if engine in drawing.engines:
        scope = scope.in_module(drawing.engines[engine])
    run_block(drawing, replace(place, scope=scope, engine=engine), block_of(place, call))


def _unroll(drawing: Drawing, place: MapperPlace, call: Call, values: list[Value] | Options) -> None:
    block = block_of(place, call)
    for given in turns(call, values) if block is not None else ():
        if not is_known(given):
            note(drawing, place, call, "the loop runs over values that are known at run time only")
            return
        run_block(drawing, replace(place, frame=replace(place.frame, unrolled=True)), block, given)


def _inline(drawing: Drawing, place: MapperPlace, call: Call, method: Block) -> None:
    given, options = arguments(call, place.frame)
    caller = block_of(place, call)
    body = Block(method.node, method.frame.bind({"&": caller} if caller else {}))
    if caller and (taken := [text_of(node).lstrip("&") for node in _block_parameters(method.node)]):
        body = Block(method.node, body.frame.bind({taken[0]: caller}))
    site = place.site or ((place.frame.path, call) if method.frame.path != place.frame.path else None)
    run_block(drawing, replace(place, via=place.via or f"method:{call.name}", site=site), body, given, options)


def _block_parameters(node: Node) -> list[Node]:
    given = node.child_by_field_name("parameters")
    return [part for part in named(given) if part.type == "block_parameter"] if given else []


def draw_file(drawing: Drawing, place: MapperPlace, path: str) -> None:
    """Run a whole route file at a place."""
    root = drawing.tree(path)
    frame = replace(place.frame, path=path, variables=dict(place.frame.variables))
    with only_once(drawing, place, root, f"the file {path}") as first:
        if first:
            drawing.run(statements(root), replace(place, frame=frame))


def note(drawing: Drawing, place: MapperPlace, call: Call, reason: str) -> None:
    """Remember a line that gave no route, and why."""
    source = text_of(call.node).split("\n", 1)[0]
    drawing.unread.append(Unread(place.frame.path, line_of(call.node), source, reason))
