package vaults;

public class Other {
    public void go(Thing thing) { thing.sealTight(); }
}
