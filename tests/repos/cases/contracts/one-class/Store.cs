namespace Library;
public interface IBookStore { int Load(int id); }
public class BookStore : IBookStore {
  public int Load(int id) { return id; }
  public int Lost(int id) { return id; }
}
public interface IShelf { int Height(); }
public class RedShelf : IShelf { public int Height() { return 1; } }
public class BlueShelf : IShelf { public int Height() { return 2; } }
