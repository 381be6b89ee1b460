class Doors(private val bell: Bell?) {
    fun open() {
        val heard = bell?.loudness
        println(heard)
    }
}

class Chime {
    val loudness = 3
    fun silence() {}
}
