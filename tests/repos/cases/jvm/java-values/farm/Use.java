package farm;

import static farm.Hen.hatch;

import java.util.*;
import java.util.concurrent.CompletableFuture;
import java.util.function.*;
import java.util.stream.Collectors;

class Use {
  private final Coop coop;
  private final Map<String, Hen> byName = new HashMap<>();
  private Supplier<Hen> maker = Hen::new;
  private Hen[] row = new Hen[3];
  static final Hen FIRST = new Hen();

  Use(Coop coop) { this.coop = coop; }

  void injected() { coop.best().cluck(); coop.any().lay(); }
  void loop() { for (Hen hen : coop.all()) hen.cluck(); for (var hen : coop.all()) hen.lay(); }
  void each() { coop.all().forEach(hen -> hen.cluck()); coop.all().forEach(Hen::lay); }
  void stream() { coop.all().stream().filter(Hen::isFed).map(hen -> hen.lay()).forEach(egg -> egg.crack()); }
  void mappedReference() { coop.all().stream().map(Hen::lay).map(Egg::size).toList(); coop.all().stream().map(Hen::lay).forEach(egg -> egg.crack()); }
  void collected() { List<Hen> hens = coop.all().stream().filter(h -> h.isFed()).collect(Collectors.toList()); hens.get(0).cluck(); }
  void optional() { Optional<Hen> found = coop.all().stream().findFirst(); found.ifPresent(hen -> hen.cluck()); found.map(h -> h.lay()).orElseThrow().crack(); found.orElse(null).lay(); }
  void made() { Optional.ofNullable(coop.best()).map(Hen::lay).ifPresent(Egg::crack); List.of(coop.best()).get(0).cluck(); }
  void maps() { byName.get("a").cluck(); byName.values().forEach(h -> h.cluck()); for (Map.Entry<String, Hen> e : byName.entrySet()) { e.getValue().lay(); } byName.forEach((k, v) -> v.cluck()); }
  void mapVar() { for (var entry : byName.entrySet()) { entry.getValue().cluck(); } byName.computeIfAbsent("a", k -> new Hen()).lay(); }
  void array() { row[0].cluck(); for (Hen hen : row) hen.lay(); }
  void supplier() { maker.get().cluck(); }
  void future(CompletableFuture<Hen> later) { later.thenApply(hen -> hen.lay()).thenAccept(egg -> egg.crack()); later.join().cluck(); }
  void lombok(Basket basket, Cart cart) { basket.getEgg().crack(); basket.getEggs().get(0).crack(); cart.getHen().cluck(); cart.getBasket().getEgg().crack(); }
  void record(Nest nest) { nest.hen().cluck(); nest.eggs().get(0).crack(); }
  void builder() { new NestBuilder().hen(coop.best()).warm().build().hen().cluck(); }
  void fixed() { hatch(null).cluck(); Use.FIRST.lay(); FIRST.cluck(); }
  void anonymous() { Runnable r = new Runnable() { public void run() { coop.best().cluck(); help(); } }; }
  void help() { }
  void local() { class Inner { void go() { help(); } } new Inner().go(); }
  void enumeration() { Breed.LEGHORN.make().cluck(); Breed.valueOf("x").show(); for (Breed b : Breed.values()) b.show(); }
  void pattern(Object o) { if (o instanceof Hen hen && hen.isFed()) hen.cluck(); switch (o) { case Hen hen -> hen.lay(); case Egg egg when true -> egg.crack(); default -> { } } }
  void cast(Object o) { ((Hen) o).cluck(); var hen = (Hen) o; hen.lay(); }
  void ternary(boolean b) { (b ? coop.best() : FIRST).cluck(); Hen h = b ? coop.best() : null; h.lay(); }
  void generic(HenShed shed) { shed.first().cluck(); shed.turn(h -> h.lay()); }
  void resources() throws Exception { try (var in = open()) { in.cluck2(); } }
  Opened open() { return null; }
  void function() { Function<Egg, Hen> make = Hen::hatch; make.apply(null).cluck(); BiFunction<Hen, Egg, Hen> both = (hen, egg) -> { egg.crack(); return hen; }; }
  void sorted() { coop.all().sort(Comparator.comparing(Hen::isFed)); coop.all().removeIf(hen -> !hen.isFed()); }
  void this_() { this.coop.best().cluck(); Use.this.help(); }
  <T extends Hen> void bounded(T hen, List<? extends Hen> hens) { hen.cluck(); hens.get(0).lay(); }
  Hen returned() { return coop.best(); }
  void chained() { returned().lay().crack(); }
  void text() { String s = switch (1) { case 1 -> coop.best().lay().size(); default -> ""; }; }

  static class Opened implements AutoCloseable { void cluck2() { } public void close() { } }
}
