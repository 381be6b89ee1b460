using Shop;
using Shop.Extending;
using Elsewhere;

var builder = Host.CreateBuilder(args);
builder.AddShopDefaults();
var found = Library.Find("x");
found.WriteEntryTwice();
found.GetTypes();
found.WriteLine();
found.PrintWholePage();
found.OpenAtPageOne();
found.CountedTwice();

class Desk
{
    public void Tidy(Drawer drawer, Book book)
    {
        drawer.FlushToDisk();
        Library.Find("y").FlushToDisk();
        drawer.ToReadableName();
        book.ToReadableName();
    }
}
