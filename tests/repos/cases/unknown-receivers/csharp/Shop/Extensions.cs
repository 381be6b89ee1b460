namespace Shop.Extending
{
    public static class HostExtensions
    {
        public static void AddShopDefaults(this IHost host) { }
        public static string ToReadableName<T>(this T value) => "";
        public static int CountedTwice(this ICounted counted) => 2;
    }
}
