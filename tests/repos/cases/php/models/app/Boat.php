<?php
namespace App\Models;

use Illuminate\Database\Eloquent\Attributes\UseEloquentBuilder;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Casts\Attribute;
use Illuminate\Database\Eloquent\Factories\Factory;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\BelongsTo;
use Illuminate\Database\Eloquent\Relations\HasMany;

#[UseEloquentBuilder(BoatBuilder::class)]
class Boat extends Model
{
    public function owner(): BelongsTo { return $this->belongsTo(Sailor::class); }
    public function oars(): HasMany { return $this->hasMany(Oar::class); }
    public function masts() { return $this->hasMany(Mast::class); }
    public function scopeAfloat(Builder $query) { return $query->where('afloat', true); }
    public function getFullNameAttribute() { return ''; }
    protected function nickName(): Attribute { return Attribute::get(fn () => ''); }
    public function sail(): void {}
}

class BoatBuilder extends Builder { public function inHarbour(): self { return $this->where('x', 1); } }
class Sailor extends Model { public function wave() {} public function boats(): HasMany { return $this->hasMany(Boat::class); } }
class Oar extends Model { public function row() {} }
class Mast extends Model { public function raise() {} }
class BoatFactory extends Factory { protected $model = Boat::class; public function wooden(): self { return $this; } }
class Plain { public $owner; public function oars() {} }

class Use_
{
    public function relation(Boat $boat) { $boat->owner->wave(); $boat->owner()->first()->wave(); }
    public function many(Boat $boat) { foreach ($boat->oars as $oar) { $oar->row(); } $boat->oars()->where('a', 1)->get()->each(fn ($oar) => $oar->row()); }
    public function untyped(Boat $boat) { $boat->masts->first()->raise(); }
    public function found() { Boat::find(1)->sail(); Boat::where('a', 1)->orderBy('b')->first()->sail(); Boat::query()->firstOrFail()->sail(); }
    public function scoped() { Boat::afloat()->get(); Boat::where('a', 1)->afloat()->first()->sail(); }
    public function built() { Boat::inHarbour()->first()->sail(); Boat::query()->inHarbour(); }
    public function throughRelation(Sailor $sailor) { $sailor->boats()->afloat()->inHarbour()->get(); }
    public function accessors(Boat $boat) { return $boat->full_name . $boat->nick_name; }
    public function factories() { Boat::factory()->wooden()->create()->sail(); }
    public function same(Boat $boat) { $boat->fresh()->sail(); $boat->load('oars')->sail(); }
    public function plain(Plain $plain) { return $plain->oars; }
}

trait HasTitle
{
    protected function title(): Attribute { return Attribute::get(fn () => ''); }
    public function shout() { return $this->title; }
}

class Captain extends \Illuminate\Foundation\Auth\User
{
    use HasTitle;

    public function greet() { return $this->title; }
}
