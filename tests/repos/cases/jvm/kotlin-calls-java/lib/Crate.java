package harbour.lib;

import java.util.List;

public class Crate {
  private Lid lid;
  public Lid getLid() { return lid; }
  public void setLid(Lid lid) { this.lid = lid; }
  public boolean isFull() { return true; }
  public List<Lid> getLids() { return List.of(lid); }
  public static Crate make() { return new Crate(); }
  public static final Crate FIRST = new Crate();

  public static class Lid { public void shut() { } public String getName() { return ""; } }

  public interface Check { boolean test(Lid lid); }
}
