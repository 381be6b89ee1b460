namespace Harbor.Cargo
{
    public class Crate<T> { public T Inside { get; set; } public void Nail() { } }
    public class Pear { public void Wash() { } }
    public static class Scales { public static int Weigh(Pear pear) => 1; }
}
