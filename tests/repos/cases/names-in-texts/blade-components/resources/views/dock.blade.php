<x-alert>Hello</x-alert>
<x-forms.text-field name="a" />
<livewire:dock.berth-form />
@livewire('horn')
<button wire:click="hidden">x</button>
