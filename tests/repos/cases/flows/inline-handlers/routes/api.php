<?php
use App\Roaster;
use Illuminate\Support\Facades\Route;

Route::get('roast', function (Roaster $roaster) {
    return $roaster->roast();
});
Route::get('grind', fn (Roaster $roaster) => $roaster->grind());
