package vaults;

public class Vault {
    private void sealTight() {}

    private void openWide() {}

    public void run() { openWide(); }
}
