namespace Atlas;

public partial class Globe : Outside.Ball, IDisposable
{
}
