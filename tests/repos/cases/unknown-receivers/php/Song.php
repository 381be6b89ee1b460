<?php
namespace App\Models;

class Song extends \Library\Model
{
    public function isStoredOnCloud(): bool { return true; }
    public function getChanges(): array { return []; }
}

class Ticket
{
    public function tearInHalf(): void {}
    private function hideSomewhere(): void {}
}
