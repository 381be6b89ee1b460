package pots;

public class Kiln extends lib.Oven {
    public void heatSlowlyUp() { }
    public void coolDownwards() { }
}
