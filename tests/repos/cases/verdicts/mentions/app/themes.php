<?php

namespace Hall;

class ThemeBoard
{
    public function addPainter(): void
    {
        (new Painters())->addPainter();
    }

    public function addSweeper(): void
    {
    }
}

class Painters
{
    public function addPainter(): void
    {
    }
}

class Clean
{
    // addMop() is for the time after the move
    public function all(): void
    {
    }

    public function addMop(): void
    {
    }

    public function addBroom(): void
    {
    }

    public function addBucket(): void
    {
    }
}
