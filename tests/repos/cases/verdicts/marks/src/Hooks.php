<?php

class Hooks
{
    #[AsListener('saved')]
    public function whenSaved()
    {
        return 1;
    }

    #[\ReturnTypeWillChange]
    public function neverSaved()
    {
        return 2;
    }
}
