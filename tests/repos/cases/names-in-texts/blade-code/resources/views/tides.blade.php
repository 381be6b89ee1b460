@extends('layouts.app')
@use('App\Tide')
@inject('gauge', 'App\Gauge')
{{-- {{ Tide::hidden() }} --}}
<style>@media (max-width: 600px) { p { color: red; } }</style>
<h1 class="{{ \App\Tide::colour() }}" data-x='{{ Tide::high() }}'>High (and "low")</h1>
@if (Tide::rising() && count(
    Tide::table()
) > 1)
    {!! Tide::raw() !!} mail@example.com (now)
@endif
@foreach (Tide::nested() as $one)
    <p>{{ $one }} @{{ Tide::hidden() }}</p>
@endforeach
@php
    $low = Tide::low();
    $level = $gauge->level();
@endphp
<x-panel :given="Tide::given()" title="Tide::hidden()"
    :shown="fn ($x) => Tide::shown($x)">
    {{ Tide::afterwards() }}
</x-panel>
@verbatim
    {{ Tide::hidden() }}
@endverbatim
<?php echo Tide::late(); ?>
