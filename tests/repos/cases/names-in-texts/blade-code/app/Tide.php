<?php
namespace App;

class Tide
{
    public static function high() { return 1; }
    public static function low() { return 1; }
    public static function rising() { return 1; }
    public static function table() { return []; }
    public static function colour() { return 'blue'; }
    public static function raw() { return ''; }
    public static function hidden() { return ''; }
    public static function shown() { return ''; }
    public static function given() { return ''; }
    public static function nested() { return ''; }
    public static function afterwards() { return ''; }
    public static function late() { return ''; }
    public function level() { return 1; }
    public function range() { return 1; }
}

class Gauge
{
    public function level() { return 1; }
    public function range() { return 1; }
}
