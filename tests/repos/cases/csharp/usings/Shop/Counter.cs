using PearBox = Harbor.Cargo.Crate<Harbor.Cargo.Pear>;
using Cargo = Harbor.Cargo;

namespace Harbor.Shop
{
    using Wrapping; using Fruit = Pear;

    public class Counter : Cargo.Crate<Pear>
    {
        public void Sell(PearBox box)
        {
            box.Inside.Wash();
            box.Nail();
            Weigh(Inside);
            new Ribbon().Tie(); new Fruit().Wash();
        }
    }
}

namespace Harbor.Shop.Wrapping
{
    public class Ribbon { public void Tie() { } }
}
