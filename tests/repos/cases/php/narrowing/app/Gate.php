<?php
namespace App;

class Gate
{
    public function inside($x) { if ($x instanceof Bar && $x->isDown()) { $x->lift(); } $x->lift(); }
    public function after($x) {
        if (!$x instanceof Bar) {
            return;
        }
        $x->lift();
    }
    public function matched($x) { return match (true) { $x instanceof Bar => $x->lift(), $x instanceof Rod => $x->lift() }; }
    public function chosen($x) { return $x instanceof Bar ? $x->lift() : $x->lift(); }
    public function caught() { try { go(); } catch (Rod $rod) { $rod->lift(); } }
    public function reassigned($x) {
        $x = new Rod();
        $x->lift();
        $x = new Bar();
        $x->lift();
    }
}

class Bar { public function lift() {} public function isDown() {} }
class Rod extends \Exception { public function lift() {} }
