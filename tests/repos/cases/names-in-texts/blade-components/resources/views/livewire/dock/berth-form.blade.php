<div wire:init="refreshAll">
    <form wire:submit.prevent="save">
        <input wire:model.live="length" wire:keydown.enter="moor(3)" wire:confirm="confirmed">
        <button type="button" wire:click="clear; rename" wire:target="save, leave">x</button>
        <a x-on:click="$wire.sink()" @click="$wire.set('open', true)">y</a>
        <a wire:click="$set('length', 2)">{{ $this->total }} {{ $this->sum() }}</a>
        {{-- <a wire:click="hidden">z</a> --}}
        @include('parts.row')
        <x-icon />
    </form>
</div>
