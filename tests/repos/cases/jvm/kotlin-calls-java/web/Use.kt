package harbour.web

import harbour.lib.Crate
import harbour.lib.Crate.Lid

class Use(private val crate: Crate) {
    fun property() { crate.lid.shut() }
    fun getter() { crate.getLid().shut() }
    fun assign(lid: Lid) { crate.lid = lid }
    fun full() = if (crate.isFull) 1 else 2
    fun list() { crate.lids.forEach { it.shut() } }
    fun fixed() { Crate.make().lid.shut() }
    fun constant() { Crate.FIRST.lid.shut() }
    fun applied() { Lid().apply { shut() } }
    fun either(other: Lid?) { (other ?: crate.lid).shut() }
    fun smart(any: Any) { if (any is Lid) { any.shut() } }
    fun chosen(any: Any) { when (any) { is Lid -> any.shut() } }
    fun reference() = crate.lids.map(Lid::getName)
    fun several(pairs: Map<String, Lid>) { for ((_, lid) in pairs) { lid.shut() } }
    fun pair(both: Pair<Lid, Lid>) { val (one, two) = both; one.shut(); two.name }
    fun mapped() { crate.lids.map { it }.first().shut() }
}
