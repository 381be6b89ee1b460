namespace Library;
public class Desk {
  private readonly IBookStore _store;
  public int Lend(IShelf shelf) { return _store.Load(3) + shelf.Height(); }
}
