using System.Linq;

namespace Kitchen.Use
{
    public partial class Cook(IStore<Lid> store, Jar shelf)
    {
        public void Select() => shelf.Lids.Select(one => one.Copy()).ToList().ForEach(one => one.Turn());
        public void Where() { foreach (var one in shelf.Lids.Where(lid => lid.Fits())) { one.Turn(); } }
        public void First() { shelf.Each().FirstOrDefault(x => x.Fits())?.Turn(); }
        public void Ordered() { shelf.Lids.OrderBy(x => x.Colour).ThenBy(x => x.Colour).First().Turn(); }
        public void Query() { var all = from one in shelf.Lids where one.Fits() select one; foreach (var it in all) it.Turn(); }
        public void Pairs() { foreach (var pair in shelf.ByName) { pair.Value.Turn(); } }
        public void Split() { foreach (var (key, value) in shelf.ByName) { value.Turn(); } }
        public void Values() { foreach (var one in shelf.ByName.Values) { one.Turn(); } }
        public void Lookup() { if (shelf.ByName.TryGetValue("a", out var lid)) lid.Turn(); }
        public void Indexed() { shelf.Row[0].Turn(); }
        public void Indexer() { shelf[0].Turn(); }
        public void Property() { shelf.Spare.Turn(); }
        public async void Await() { (await shelf.LaterAsync()).Turn(); }
        public async void AwaitVar() { var lid = await store.LoadAsync(1); lid.Turn(); }
        public async void AwaitList() { foreach (var one in await shelf.AllAsync()) one.Turn(); }
        public async void AwaitConfigured() { (await shelf.LaterAsync().ConfigureAwait(false)).Turn(); }
        public void Result() { shelf.LaterAsync().Result.Turn(); }
        public void Tuple() { var (lid, jar) = shelf.Both(); lid.Turn(); }
        public void TupleTyped() { (Lid lid, var jar) = shelf.Both(); lid.Turn(); }
        public void TupleItem() { shelf.Both().Item1.Turn(); }
        public void TupleNamed() { var both = shelf.Named(); both.Top.Turn(); }
        public void Deconstructed() { var (lid, _) = shelf; lid.Turn(); }
        public void Out() { if (shelf.TryTake(out var lid)) lid.Turn(); }
        public void OutTyped() { if (shelf.TryTake(out Lid lid)) lid.Turn(); }
        public void Condition() { if (store.Load(1) is { } lid && lid.Fits()) lid.Turn(); }
        public void Pattern(object o) { if (o is Lid lid) lid.Turn(); }
        public void Not(object o) { if (o is not Lid lid) return; lid.Turn(); }
        public void Switch(object o) { switch (o) { case Lid lid when lid.Fits(): lid.Turn(); break; } }
        public object SwitchOn(object o) => o switch { Lid lid => lid.Oil(), Jar { Lid: var lid } => lid.Copy(), _ => null };
        public void Inner(object o) { if (o is Jar { Lid: { } lid }) lid.Turn(); }
        public void Coalesce(Lid lid) { (lid ?? shelf.Lid).Turn(); }
        public void Ternary(bool b) { (b ? shelf.Lid : null).Turn(); var x = b ? shelf.Lid : shelf.Spare; x.Copy(); }
        public void Forgiven() { shelf.Lid!.Turn(); }
        public void With() { var lid = shelf.Lid with { Colour = "red" }; lid.Turn(); }
        public void New() { Lid lid = new("red"); lid.Turn(); }
        public void NewIn() { new Jar { Lid = new Lid("x") }.Lid.Turn(); }
        public void Extended() { shelf.Lid.Oil().Turn(); shelf.Lids.Clean(); }
        public void Generic() { shelf.Pick<Lid>("x").Turn(); }
        public void Boxed(Box<Lid> box) { box.Open().Turn(); box.Value.Copy(); }
        public void Stored() { store.Load(1).Turn(); store.All[0].Copy(); }
        public void Group() { System.Action turn = shelf.Lid.Turn; Run(shelf.Lid.Turn); }
        public string Named() => nameof(Lid.Turn);
        public void Array() { var lids = new[] { shelf.Lid }; lids[0].Turn(); }
        public void ArrayOf() { var lids = new Lid[3]; lids[0].Turn(); }
        public void Local() { Lid Make() => shelf.Lid; Make().Turn(); }
        public void Lock() { lock (shelf) { shelf.Lid.Turn(); } }
        public void Using() { using (var x = shelf.Lid) { x.Turn(); } }
        public void Static() { Helper.Give().Turn(); }
        public void Lambda() { System.Func<Lid, bool> test = lid => lid.Fits(); }
        public void Typed() { Run((Lid lid) => lid.Turn()); }
        public void Chain() { shelf.Next?.Next?.Lid?.Turn(); }
        public void Assigned() { Lid lid; lid = shelf.Lid; lid.Turn(); }
        public void Later() { Lid lid = null; void Go() { lid.Turn(); } }
        public Lid Held { get { return shelf.Lid.Copy(); } set { value.Turn(); } }
    }

    public partial class Cook { public void Part() { shelf.Lid.Turn(); store.Load(2).Copy(); Select(); } }

    static class Helper { public static Lid Give() => null; }
}
