namespace Other
{
    class Alone { void Start(object host) { Make().AddShopDefaults(); } }
}
