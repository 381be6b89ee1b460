namespace Yard.Tools.Fine;

public class Brush : Tools.Saw
{
    public void Stroke(Plank plank, Jig jig) { plank.Saw(); jig.Guide(); }
}

public class Saw : Tools.Saw { }
