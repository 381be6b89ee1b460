<?php

namespace App;

class Repo
{
    public function remove(Page $page): void
    {
        $this->log();
        $page->delete();
    }

    private function log(): void
    {
    }
}
