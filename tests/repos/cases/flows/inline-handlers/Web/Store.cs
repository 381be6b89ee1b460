namespace Shop
{
    public interface IStore { int Fetch(int id); Task Keep(int id); }
    public class Store : IStore
    {
        public int Fetch(int id) => Counter.Count(id);
        public Task Keep(int id) { Counter.Count(id); return null; }
    }
    public static class Counter { public static int Count(int id) => id; }
    public static class Printer { public static string Print(int id) => ""; }
}
