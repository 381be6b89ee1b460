package farm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import lombok.Builder;
import lombok.Data;
import lombok.Getter;
import lombok.RequiredArgsConstructor;

public class Hen implements Comparable<Hen> {
  public void cluck() { }
  public Egg lay() { return new Egg(); }
  public boolean isFed() { return true; }
  public static Hen hatch(Egg egg) { return new Hen(); }
  public int compareTo(Hen other) { return 0; }
}

class Egg { void crack() { } String size() { return ""; } }

interface Coop { Hen best(); List<Hen> all(); default Hen any() { return best(); } }

abstract class Shed<T> { protected T kept; T first() { return kept; } abstract T next(); <R> R turn(Function<T, R> by) { return by.apply(kept); } }

class HenShed extends Shed<Hen> { Hen next() { return first(); } void go() { next().cluck(); kept.lay(); } }

@Data class Basket { private Egg egg; private List<Egg> eggs; private boolean full; }

@Getter @RequiredArgsConstructor class Cart { private final Hen hen; private final Basket basket; }

record Nest(Hen hen, List<Egg> eggs) { static Nest of(Hen hen) { return new Nest(hen, List.of()); } }

enum Breed { LEGHORN { Hen make() { return new Hen(); } }, SUSSEX { Hen make() { return new Hen(); } }; abstract Hen make(); void show() { } }

class NestBuilder {
  private Hen hen;
  NestBuilder hen(Hen hen) { this.hen = hen; return this; }
  NestBuilder warm() { return this; }
  Nest build() { return Nest.of(hen); }
}
