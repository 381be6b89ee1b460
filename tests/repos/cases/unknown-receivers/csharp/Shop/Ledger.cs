namespace Shop
{
    public class Ledger
    {
        public void WriteEntryTwice() { }
        public void FlushToDisk() { }
        public void GetTypes() { }
        public void WriteLine() { }
    }

    public interface IPrinter { void PrintWholePage(); }
    public class Laser : IPrinter { public void PrintWholePage() { } }
    public class Inkjet : IPrinter { public void PrintWholePage() { } }
    public class Book { public void OpenAtPageOne() { } }
    public class Door { public void OpenAtPageOne() { } }
}
