<?php
namespace App;

use App\Models\Basket;
use App\Models\Deck;
use App\Models\Ferry;
use App\Models\Seat;

class Timetable
{
    public function listed()
    {
        return Ferry::with('decks.seats')->get();
    }

    public function loaded(Ferry $ferry, Basket $basket)
    {
        $basket->has('unasked');
        session()->has('unasked');
        $ferry->load(
            'crew',
            'harbour:id,name',
        );
        return $ferry->loadMissing(['logs', 'decks' => fn ($query) => $query->where('open', 1)]);
    }

    public function asked()
    {
        $query = Ferry::query()->where('open', true);
        return $query->whereHas('flags', fn ($flag) => $flag->where('a', 1))->doesntHave('wrecks')->withCount('stops as n');
    }

    public function chained(Deck $deck)
    {
        $deck->ferry()->with(['harbour' => ['piers']])->first();
        $seats = $deck->seats;
        $seats->loadMissing('guest.bags');
        return $seats->pluck('unasked');
    }

    public function unknown($one)
    {
        return $one->with('unasked');
    }
}
