<?php
namespace Press;

use Outside\Machine;
use Outside\Plug;
use Outside\Turns;

interface Presser { public function pressFlat(); }
class Hydraulic implements Presser { public function pressFlat() {} public function oilPump() {} }
class Worker { public function work(Presser $presser) { $presser->pressFlat(); } }
class Robot extends Machine { public function spinUp() {} protected function coolOff() {} private function tighten() {} }
class Small extends Robot { public function warmBoot() {} }
class Socket implements Plug { public function plugIn() {} }
class Traited
{
    use Turns;

    public function turnAround() {}
}
enum Gear: string implements Plug { case Low = 'l'; public function shiftAll() {} }
class Plain { public function leftAlone() {} }
