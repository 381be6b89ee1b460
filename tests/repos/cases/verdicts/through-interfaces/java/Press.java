package press;

import outside.Machine;
import outside.Plug;

interface Presser { void pressFlat(); default void pressTwice() { pressFlat(); } }
class Hydraulic implements Presser { public void pressFlat() { } public void oilPump() { } }
class Worker { void work(Presser presser) { presser.pressFlat(); } }
class Robot extends Machine { @Override public void spinUp() { } @Override protected void coolOff() { } public void fetchTools() { } void hidden() { } private void tighten() { } }
class Small extends Robot { @Override public void warmBoot() { } public void polishShell() { } }
class Socket2 implements Plug { public void plugIn() { } public static void neverAsked() { } }
record Cog(int teeth) implements Plug { public void plugIn2() { } }
enum Gear implements Plug { LOW { public void shiftLow() { } }; public void shiftAll() { } }
class Lambdas { Plug made() { return new Plug() { public void plugIn3() { } }; } }
