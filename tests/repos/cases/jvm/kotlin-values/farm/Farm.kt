package farm

data class Goat(val name: String, val kid: Goat?) {
    fun bleat() {}
    fun milk(): Milk = Milk()
    operator fun plus(other: Goat) = this
}

class Milk { fun pour() {} }

class Herd<T : Goat>(private val all: List<T>) {
    fun each(act: (T) -> Unit) { all.forEach { act(it) } }
    fun first() = all.first()
    fun bounded() { all.first().bleat() }
    val count get() = all.size
    val best: T by lazy { all.first() }
}

fun Goat.wash(act: Milk.() -> Unit = {}): Goat = this

sealed class Result2 {
    data class Good(val goat: Goat) : Result2()
    object Bad : Result2()
}

interface Barn { val goats: List<Goat>; fun find(name: String): Goat? }

class Use(private val barn: Barn, private val herd: Herd<Goat>) {
    fun let() { barn.find("a")?.let { it.bleat() } }
    fun also() { barn.find("a")?.also { goat -> goat.bleat() }?.milk()?.pour() }
    fun apply() { barn.find("a")?.apply { bleat() } }
    fun run() { barn.find("a")?.run { milk() }?.pour() }
    fun chain() { barn.goats.filter { it.name == "x" }.map { it.milk() }.forEach { it.pour() } }
    fun mapReference() { barn.goats.map(Goat::milk).first().pour() }
    fun own() { herd.each { it.bleat() } }
    fun inferred() { herd.first().bleat() }
    fun expression() = if (true) barn.find("a") else null
    fun used() { expression()?.bleat() }
    fun destructured(goat: Goat) { val (name, kid) = goat; kid?.bleat() }
    fun entries(byName: Map<String, Goat>) { for ((key, goat) in byName) goat.bleat(); byName.forEach { (k, v) -> v.bleat() }; byName.values.first().milk() }
    fun checked(r: Result2) { when (r) { is Result2.Good -> r.goat.bleat(); Result2.Bad -> {} } }
    fun smart(any: Any?) { if (any is Goat && any.name == "a") { any.bleat() } }
    fun elvis() { val goat = barn.find("a") ?: return; goat.bleat() }
    fun extension() { barn.find("a")!!.wash().bleat() }
    fun listed() { val goats = listOf(Goat("a", null)); goats.first().bleat(); goats[0].milk() }
    fun tried() { val goat = try { barn.find("a") } catch (e: Exception) { null }; goat?.bleat() }
    fun local() { fun inner(): Goat = barn.find("b")!!; inner().bleat() }
    fun copied(goat: Goat) { goat.copy(name = "b").bleat() }
    fun nullable(goat: Goat?) { goat?.kid?.kid?.milk()?.pour() }
}
