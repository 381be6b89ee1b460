package pots

fun lib.Oven.polishTheDoor() { }

class Glaze {
    fun mixTheColours() { }
}
