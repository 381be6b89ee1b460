<?php
namespace App\Livewire;

use Livewire\Component;

class Horn extends Component
{
    public function blow() {}
    public function save() {}

    public function render()
    {
        return view('parts.horn', ['loud' => true]);
    }
}
