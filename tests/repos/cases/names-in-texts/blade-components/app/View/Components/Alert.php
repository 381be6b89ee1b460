<?php
namespace App\View\Components;

class Alert extends \Illuminate\View\Component
{
    public function render() { return view('components.alert-box'); }
}
