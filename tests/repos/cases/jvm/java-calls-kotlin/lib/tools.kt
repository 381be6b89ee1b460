@file:JvmName("Tools")

package harbour.lib

fun grease() {}

@JvmName("oilWell")
fun oil(): Rope = Rope("f")
