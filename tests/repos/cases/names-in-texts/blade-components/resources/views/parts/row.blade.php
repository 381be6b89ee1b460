<button wire:click="partly">x</button>
