package tanks;

import org.elsewhere.Listener;

public class Tank implements Listener {
    @Override
    public void fillUp() {}

    public void drainOff() {}

    private void unplug() {}
}
