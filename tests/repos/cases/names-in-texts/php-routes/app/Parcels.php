<?php
namespace App\Http\Controllers;

class Parcels
{
    public function show() {}
    public function send() {}
    public function store() {}
    public function weigh() {}
}
