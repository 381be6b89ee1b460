// Tells what a name in code means while pointer or focus is on it, and lists who uses a definition.
// What is told lies in the pane as JSON; a list and candidates stay open until Escape or a click elsewhere.
const SOON = 70 // milliseconds before a name is told of
const LATER = 250 // milliseconds before it goes: time to move the pointer into it
const told = new WeakMap() // what is told in a pane, by the element that holds it
let teller = null // the box that is open: { box, at, pinned }
let coming = 0
let going = 0

function names(root) {
  root.onpointerover = event => hover(event, root)
  root.onpointerout = () => { clearTimeout(coming); if (teller && !teller.pinned) later() }
  root.onfocusin = event => {
    const at = event.target.closest("[data-card]")
    if (at?.matches("a")) whole(at, root)
    if (at && at.matches(":focus-visible")) tell(root, at, false)
    else if (teller && !teller.box.contains(event.target)) quiet()
  }
}

function hover(event, root) {
  const at = event.target.closest("[data-card], [data-uses]")
  if (at?.matches("a")) whole(at, root)
  if (teller && (teller.box.contains(event.target) || at === teller.at)) return clearTimeout(going)
  if (!at || teller?.pinned) return
  clearTimeout(coming)
  coming = setTimeout(() => tell(root, at, false), SOON)
}

function later() {
  clearTimeout(going)
  going = setTimeout(quiet, LATER)
}

function quiet() {
  clearTimeout(coming)
  clearTimeout(going)
  teller?.at.removeAttribute("aria-describedby")
  teller?.at.removeAttribute("aria-expanded")
  teller?.box.remove()
  teller = null
}

function tell(root, at, pinned) {
  if (teller?.at === at && teller.pinned && pinned) return quiet()
  quiet()
  const source = at.closest(".pane")?.querySelector("[data-told]")
  if (!source) return
  if (!told.has(source)) told.set(source, JSON.parse(source.textContent))
  const { cards, lists } = told.get(source)
  const box = document.createElement("div")
  box.className = "box"
  box.id = "told-of"
  box.popover = "manual"
  box.setAttribute("role", pinned ? "dialog" : "tooltip")
  if (pinned) box.setAttribute("aria-label", at.getAttribute("aria-label") ?? `Possible meanings of ${at.textContent}`)
  box.innerHTML = "uses" in at.dataset
    ? lists[Number(at.dataset.uses)]
    : at.dataset.card.split(" ").map(number => cards[Number(number)]).join("")
  if (at.dataset.how) {
    const how = document.createElement("p")
    how.className = "how"
    how.textContent = at.dataset.how
    box.append(how)
  }
  complete(box, root)
  root.append(box)
  box.showPopover()
  place(box, at)
  box.onpointerleave = () => { if (teller && !teller.pinned) later() }
  at.setAttribute(pinned ? "aria-expanded" : "aria-describedby", pinned ? "true" : box.id)
  teller = { box, at, pinned }
  if (pinned) box.querySelector("a")?.focus()
}

function place(box, at) {
  const around = at.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const below = around.bottom + 4
  const fits = below + height <= window.innerHeight || around.top < height
  box.style.left = `${Math.max(4, Math.min(around.left, window.innerWidth - width - 8))}px`
  box.style.top = `${fits ? Math.min(below, Math.max(4, window.innerHeight - height - 4)) : around.top - height - 4}px`
}

document.addEventListener("keydown", event => {
  if (event.key !== "Escape" || !teller) return
  const { at, pinned } = teller
  quiet()
  if (pinned) at.focus()
  event.stopPropagation()
}, true)
document.addEventListener("pointerdown", event => {
  const inside = event.composedPath()
  if (teller && !inside.includes(teller.box) && !inside.includes(teller.at)) quiet()
})
