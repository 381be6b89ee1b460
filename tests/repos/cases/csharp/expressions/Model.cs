using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitchen
{
    public class Jar
    {
        public Lid Lid { get; set; }
        public List<Lid> Lids { get; } = new();
        public Dictionary<string, Lid> ByName { get; } = new();
        public Lid[] Row;
        public Lid this[int at] => Row[at];
        public Lid Spare => Lids[0];
        public Task<Lid> LaterAsync() => null;
        public Task<List<Lid>> AllAsync() => null;
        public IEnumerable<Lid> Each() => Lids;
        public (Lid, Jar) Both() => (Lid, this);
        public (Lid Top, Jar Bottom) Named() => (Lid, this);
        public void Deconstruct(out Lid lid, out int size) { lid = Lid; size = 1; }
        public bool TryTake(out Lid lid) { lid = Lid; return true; }
        public T Pick<T>(string name) => default;
        public static implicit operator Lid(Jar jar) => jar.Lid;
        public Jar Next { get; init; }
    }

    public record Lid(string Colour)
    {
        public void Turn() { }
        public bool Fits() => true;
        public Lid Copy() => this;
        public Lid Other { get; init; }
    }

    public record Box<T>(T Value) where T : class { public T Open() => Value; }

    public static class LidExtensions
    {
        public static Lid Oil(this Lid lid) => lid;
        public static IEnumerable<Lid> Clean(this IEnumerable<Lid> lids) => lids;
    }

    public interface IStore<T> { T Load(int id); Task<T> LoadAsync(int id); IReadOnlyList<T> All { get; } }
}
