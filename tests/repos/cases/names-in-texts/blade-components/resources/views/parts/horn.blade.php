<button wire:click="blow" wire:loading.class="hidden">x</button>
