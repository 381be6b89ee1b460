package harbour.lib

fun knot(x: Int) = x

fun Rope.splice(times: Int) = times

val longest: Rope = Rope("a")

object Locker {
    var newest: Rope = Rope("b")
    fun isShut() = true

    @JvmStatic
    fun open() = Rope("c")
}

class Rope(val name: String) {
    val twin: Rope get() = this
    var isWet: Boolean = false

    companion object {
        const val LENGTH = 3

        @JvmStatic
        fun coil(): Rope = Rope("d")
        fun tar(): Rope = Rope("e")
    }

    fun haul() {}
    fun slack() {}
}

class Winch {
    companion object Maker {
        fun build(): Winch = Winch()
    }

    fun turn() {}
}

data class Pair2(val left: Rope, val right: Rope)
