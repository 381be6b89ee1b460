<?php
use App\Http\Controllers\Parcels;

Route::get(
    '/parcels/{id}',
    [
        Parcels::class,
        'show',
    ]
)->name('parcels.show');

Route::post('/parcels', [
    'as' => 'parcels.store',
    'uses' => '\App\Http\Controllers\Parcels@store',
]);

Route::controller(Parcels::class)->group(function () {
    Route::put('/parcels/{id}/send',
        'send');
});

Route::get('/weight', [Parcels::class, 'weigh']);
