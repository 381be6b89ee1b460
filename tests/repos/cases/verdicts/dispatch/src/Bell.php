<?php

class BellListener
{
    public function onRung($event)
    {
        return 1;
    }

    public function subscribe($events)
    {
        foreach (['Rung', 'Hung'] as $event) {
            $events->listen($event, 'BellListener@on' . $event);
        }
    }
}

class DrumListener
{
    public function onBeaten($event)
    {
        return 1;
    }

    public function subscribe($events)
    {
        $events->listen('Beaten', 'DrumListener@' . 'onStruck');
    }
}
