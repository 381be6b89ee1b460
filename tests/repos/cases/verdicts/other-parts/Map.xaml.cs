namespace Atlas;

public partial class Map
{
    private void Pin_Clicked(object sender) { }
    private void Never_Clicked(object sender) { }
}
