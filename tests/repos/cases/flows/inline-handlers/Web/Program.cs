using Shop;

var app = WebApplication.Create(args);
app.MapGet("/beans/{id}", (int id, IStore store) =>
{
    store.Fetch(id);
    return Printer.Print(id);
});
app.MapPost("/beans", async (IStore store) => await store.Keep(1));
app.MapGet("/ping", () => "pong");
