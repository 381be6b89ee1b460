namespace Dock
{
    public class Barge : Hull, ITowed
    {
        public void Pull() { Float(); }
    }

    public class Tug
    {
        private readonly ITowed towed;

        public Tug(ITowed towed) { this.towed = towed; }

        public void Go() { towed.Pull(); new Barge().Float(); }
    }
}
