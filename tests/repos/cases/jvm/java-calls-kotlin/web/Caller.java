package harbour.web;

import static harbour.lib.RopesKt.knot;

import harbour.lib.Locker;
import harbour.lib.Pair2;
import harbour.lib.Rope;
import harbour.lib.RopesKt;
import harbour.lib.Tools;
import harbour.lib.Winch;

public class Caller {
  void function() { RopesKt.knot(3); }
  void imported() { knot(4); }
  void extension(Rope rope) { RopesKt.splice(rope, 2); }
  void value() { RopesKt.getLongest().haul(); }
  void object() { Locker.INSTANCE.isShut(); Locker.INSTANCE.getNewest().haul(); }
  void fixed() { Locker.open().haul(); }
  void companion() { Rope.Companion.tar().haul(); }
  void companionStatic() { Rope.coil().haul(); }
  void named() { Winch.Maker.build().turn(); }
  void getter(Rope rope) { rope.getTwin().haul(); }
  void record(Pair2 pair) { pair.getLeft().haul(); }
  void renamed() { Tools.grease(); Tools.oilWell().haul(); }
  void qualified() { harbour.lib.RopesKt.knot(5); new harbour.lib.Rope("x").slack(); }
}
