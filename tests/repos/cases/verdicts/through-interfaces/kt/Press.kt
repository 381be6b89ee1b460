package kpress

import outside.Machine
import outside.Plug

interface Presser {
    fun pressFlat()
}

class Hydraulic : Presser {
    override fun pressFlat() {}
    fun oilPump() {}
}

class Worker {
    fun work(presser: Presser) {
        presser.pressFlat()
    }
}

class Robot(val x: Int) : Machine(x), Plug {
    override fun spinUp() {}
    fun fetchTools() {}
}

object Only : Plug {
    override fun plugIn() {}
}

class Delegating(plug: Plug) : Plug by plug {
    override fun plugOver() {}
}
