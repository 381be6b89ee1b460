<?php

class Press
{
    public function flatten()
    {
        return 1;
    }

    public function stamp()
    {
        return 2;
    }
}
