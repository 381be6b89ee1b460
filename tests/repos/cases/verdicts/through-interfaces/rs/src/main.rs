use outside::Plug;

trait Presser { fn press_flat(&self); fn press_twice(&self) { self.press_flat(); } }
struct Hydraulic;
impl Presser for Hydraulic { fn press_flat(&self) {} }
impl Hydraulic { fn oil_pump(&self) {} }
struct Socket;
impl Plug for Socket { fn plug_in(&self) {} }
fn work(p: &dyn Presser) { p.press_flat(); }
fn main() { work(&Hydraulic); }
