using Outside;
namespace Press
{
    interface IPresser { void PressFlat(); }
    class Hydraulic : IPresser { public void PressFlat() { } public void OilPump() { } }
    class Worker { void Work(IPresser presser) { presser.PressFlat(); } }
    class Robot : Machine { public override void SpinUp() { } protected override void CoolOff() { } public void FetchTools() { } }
    class Plugged : IPlug { public void PlugIn() { } void IPlug.PlugOut() { } private void Bend() { } }
    record Cog(int Teeth) : IPlug { public void PlugInCog() { } }
    struct Point2 : IPlug { public void PlugInPoint() { } }
    class Wide : Base<Thing>, IPlug { public void PlugInWide() { } }
}
