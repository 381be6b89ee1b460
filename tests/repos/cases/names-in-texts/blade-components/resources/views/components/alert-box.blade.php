<b>{{ $slot }}</b>
