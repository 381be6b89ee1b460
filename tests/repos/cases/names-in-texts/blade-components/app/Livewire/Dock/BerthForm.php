<?php
namespace App\Livewire\Dock;

use Livewire\Component;

class BerthForm extends Component
{
    public $length = 1;
    public bool $open = false;

    public function save() {}
    public function clear() {}
    public function moor($id) {}
    public function refreshAll() {}
    public function leave() {}
    public function rename() {}
    public function sink() {}
    public function confirmed() {}
    public function updatedLength() {}
    public function updatedOpen() {}
    public function getTotalProperty() { return 1; }
    public function sum() { return 1; }
    public function partly() {}
    public function hidden() {}
}
