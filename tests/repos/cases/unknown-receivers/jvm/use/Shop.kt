package shop

import lib.anything
import pots.polishTheDoor

fun open() {
    anything().heatSlowlyUp()
    anything().coolDownwards()
    anything().mixTheColours()
    anything().polishTheDoor()
}
