<?php
namespace App;

use Library\Drawer;

function play($anything, Drawer $drawer) {
    $anything->isStoredOnCloud();
    $anything->getChanges();
    $anything->hideSomewhere();
    $anything->find(1)?->tearInHalf();
    $drawer->open();
}
