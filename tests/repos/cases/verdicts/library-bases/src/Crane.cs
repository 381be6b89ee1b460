using Elsewhere;

namespace Yard
{
    public class Crane : Machine, ILifting
    {
        public override void Hoist() {}

        public void Lower() {}

        private void Rust() {}
    }

    public class Shed
    {
        public void Sweep() {}
    }
}
