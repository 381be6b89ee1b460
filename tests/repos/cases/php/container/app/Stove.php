<?php
namespace App;

use Psr\Container\ContainerInterface;

class Stove
{
    public static $all;
    public function heat(): void {}
    public function cool(): void {}
    public function clean(): void {}
    public static function warm(): void {}
    private function lift(): void {}

    public function __construct(private readonly Pan $pan, protected ?Pan $lid = null) {}

    public function promoted() { $this->pan->wash(); $this->lid?->wash(); }
    public function helper() { app(Pan::class)->wash(); resolve(Pan::class)->wash(); }
    public function container(ContainerInterface $container) { $container->get(Pan::class)->wash(); $this->app->make(Pan::class)->wash(); }
    public function callables($list) {
        array_map([$this, 'heat'], $list);
        array_map([Stove::class, 'warm'], $list);
        usort($list, 'App\by_size');
        usort($list, 'by_weight');
        return [$this->cool(...), self::warm(...), fn () => $this->lift()];
    }
    public function texts() { return ['App\Stove::warm', "App\\Stove@clean"]; }
    public function computed() { $class = Pan::class; $class::fry(); (new $class)->wash(); }
    public function closure() { return static function (Pan $pan) use (&$x): Pan { return $pan->wash(); }; }
    public function inner() { return new class($this->pan) extends Pan { public function run() { $this->wash(); } }; }
}

class Pan { public function wash() { return $this; } public static function fry() {} }

trait Cleans { public function scrub() { $this->rinse(); } abstract public function rinse(); }
class Sink { use Cleans; public function rinse() {} public function all() { $this->scrub(); } }

function by_size($a, $b) { return 0; }
function by_weight($a, $b) { return 0; }
enum Heat: string { case Low = 'l'; public function label(): string { return ''; } public static function say($x) { return self::from($x)->label() . Heat::tryFrom($x)?->label(); } }
