using System.Linq;
using System.Security.Claims;

namespace Shop
{
    public static class ClaimExtensions
    {
        public static string GetValue(this ClaimsPrincipal principal, string name) { return name; }

        public static string GetShopMemberNumber(this ClaimsPrincipal principal) { return ""; }
    }

    public class Ticket
    {
        public string Signature(object source)
        {
            return string.Join("", source.GetType().GetProperties().Select(one => one.GetValue(this, null)));
        }

        public string Member(ClaimsPrincipal user)
        {
            return user.GetValue("member");
        }

        public string Guest(object anyone)
        {
            return Find(anyone).Select(one => one.GetShopMemberNumber());
        }
    }
}
