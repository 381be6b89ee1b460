<?php
namespace App;

use Illuminate\Support\Collection;

/**
 * @property Pole $pole
 * @property-read Collection<int, Pole> $spares
 * @method Pole firstPole(string $name)
 * @method static Tent pitched()
 */
class Tent
{
    /** @var Pole[] */
    private array $poles = [];

    /** @var array<string, Pole> */
    private $byName;

    /** @return Collection<Pole> */
    public function all(): Collection { return collect($this->poles); }

    /** @return Pole|null */
    public function find($name) { return null; }

    public function made() { return new Pole(); }

    public function maybe($x) { if ($x) { return null; } return $this->made(); }

    public function fields() { foreach ($this->poles as $pole) { $pole->bend(); } $this->byName['a']->bend(); }
    public function told() { $this->pole->bend(); $this->spares->first()->bend(); }
    public function toldMethods() { $this->firstPole('a')->bend(); Tent::pitched()->made()->bend(); }
    public function closures() { $this->all()->each(fn ($pole) => $pole->bend()); }
    public function mapped() { $this->all()->map(fn (Pole $pole) => $pole->twin())->each(function ($one) { $one->bend(); }); }
    public function results() { $this->find('a')?->bend(); $this->made()->bend(); $this->maybe(1)->bend(); }

    /**
     * @param array<Pole>|Collection<Pole> $poles
     * @param Pole $first
     */
    public function parameters($poles, $first) { foreach ($poles as $pole) { $pole->bend(); } $first->twin(); }

    public function inline($thing) {
        /** @var Pole $pole */
        $pole = $thing->somewhere();
        $pole->bend();
        /** @var Collection<int, Pole> $many */
        $many = $thing->elsewhere();
        $many->first()->twin();
    }

    public function chosen(?Pole $a, Pole $b) { ($a ?? $b)->bend(); ($a ?: $b)->twin(); $c = $a ? $a : $b; $c->bend(); }
    public function matched($x, Pole $a) { $pole = match ($x) { 1 => $a, default => new Pole() }; $pole->bend(); }
}

class Pole
{
    public function bend(): void {}
    public function twin(): static { return $this; }
    public static function make(): static { return new static(); }
    public function again() { self::make()->bend(); static::make()->twin()->bend(); }
}

class LongPole extends Pole { public function bend(): void { parent::bend(); } }
