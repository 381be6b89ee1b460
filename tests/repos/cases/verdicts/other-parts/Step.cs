namespace Atlas.Steps;

public class Way
{
    public record Migration(int Number);
}

public class AddSeas : Migration
{
    protected override void Raise() { }
}
