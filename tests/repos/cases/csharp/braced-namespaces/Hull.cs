namespace Dock
{
    public abstract class Hull
    {
        public void Float() { }
    }

    public interface ITowed
    {
        void Pull();
    }
}
