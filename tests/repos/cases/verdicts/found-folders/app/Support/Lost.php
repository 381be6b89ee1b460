<?php

namespace App\Support;

class Lost
{
}
