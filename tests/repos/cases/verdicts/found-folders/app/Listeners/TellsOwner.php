<?php

namespace App\Listeners;

class TellsOwner
{
    public function handle(TokenMade $event): void
    {
    }
}
