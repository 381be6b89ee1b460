<?php

function run($box)
{
    return $box->make('press')->flatten();
}
