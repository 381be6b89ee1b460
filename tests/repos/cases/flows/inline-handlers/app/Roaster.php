<?php
namespace App;

class Roaster
{
    public function roast() { return $this->grind(); }
    public function grind() { return 1; }
}
