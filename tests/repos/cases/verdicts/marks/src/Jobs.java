package jobs;

public class Jobs {
    @Scheduled(fixedRate = 5)
    public void tickAway() {}

    @Deprecated
    public void oldTick() {}
}
