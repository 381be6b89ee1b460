namespace Atlas;

public partial class Map : Outside.Page
{
}

public partial class Globe
{
    protected override void Spin() { }
    public void Stand() { }
}
