<?php
namespace App\Http;

class Pages
{
    public function dock()
    {
        // return view('parts.horn');
        return view('dock', ['a' => 1]);
    }
}
