namespace Yard
{
    public class Plank { public void Saw() { } }

    namespace Tools
    {
        public class Saw
        {
            public void Cut(Plank plank) { plank.Saw(); }
        }

        namespace Fine { public class Jig : Saw { public void Guide() { Cut(new Plank()); } } }
    }
}

namespace Quay
{
    public class Plank { public void Saw() { } }

    public class Pier { public void Lay(Plank plank) { plank.Saw(); } }
}
