<?php
namespace App\View\Components\Forms;

class TextField extends \Illuminate\View\Component {}
