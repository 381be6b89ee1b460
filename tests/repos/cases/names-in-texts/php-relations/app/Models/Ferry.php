<?php
namespace App\Models;

use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\HasMany;

class Ferry extends Model
{
    protected $with = ['harbour'];
    protected $touches = ['company'];

    public function decks(): HasMany { return $this->hasMany(Deck::class); }
    public function harbour() { return $this->belongsTo(Harbour::class); }
    public function company() { return $this->belongsTo(Company::class); }
    public function crew() { return $this->hasMany(Sailor::class); }
    public function logs() { return $this->hasMany(Log::class); }
    public function flags() { return $this->hasMany(Flag::class); }
    public function wrecks() { return $this->hasMany(Wreck::class); }
    public function stops() { return $this->hasMany(Stop::class); }
    public function unasked() { return $this->hasMany(Stop::class); }
}

class Deck extends Model
{
    public function ferry() { return $this->belongsTo(Ferry::class); }
    public function seats() { return $this->hasMany(Seat::class); }
}

class Seat extends Model
{
    public function guest() { return $this->belongsTo(Guest::class); }
}

class Guest extends Model { public function bags() { return $this->hasMany(Bag::class); } }
class Bag extends Model {}
class Log extends Model {}
class Flag extends Model {}
class Stop extends Model {}
class Wreck extends Model {}
class Harbour extends Model { public function piers() { return $this->hasMany(Pier::class); } }
class Pier extends Model {}
class Company extends Model {}
class Sailor extends Model {}

class Basket
{
    public function unasked() {}
    public function has($name) { return false; }
}

class Member extends Model
{
    public function badges() { return $this->hasMany(Flag::class); }
    public function has($right) { return $right === 'badges'; }
    public function may() { return $this->has('badges'); }
}
