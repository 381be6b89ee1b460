<?php

use Elsewhere\Sail;

class Mast extends Sail
{
    public function bend()
    {
        return 1;
    }

    private function snap()
    {
        return 2;
    }
}
