<?php

class Router
{
    public function go($name)
    {
        return $this->$name();
    }

    public function openDoor()
    {
        return 1;
    }
}

class Wall
{
    public function crumble()
    {
        return 1;
    }
}
