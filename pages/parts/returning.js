// Where a reader stood on a page: kept by address for as long as the tab is open, and found again on the way back.
const FRAME = "[data-testid=stMain]"
const PATIENCE = 6000 // milliseconds in which a page may still become as long as it was
let back = 0 // until when the page is one that a reader comes back to

function spot() {
  return `stood:${location.pathname}${location.search}`
}

function stood() {
  try {
    return JSON.parse(sessionStorage.getItem(spot()) ?? "{}")
  } catch {
    return {}
  }
}

function remember(name, what) {
  try {
    sessionStorage.setItem(spot(), JSON.stringify({ ...stood(), [name]: what }))
  } catch {
    // a browser without storage forgets where a reader stood, and nothing else
  }
}

// Called before an address is left by a link: the next page begins at its top.
function leave() {
  back = 0
}

// Brings back what scrolls in a panel, and the page; tells whether code stands where it stood.
function returned(root) {
  if (performance.now() > back) return false
  const kept = stood()
  requestAnimationFrame(() => {
    for (const element of root.querySelectorAll("[data-keep]")) {
      const top = kept[element.dataset.keep]
      if (top) {
        fill(root, Infinity)
        element.scrollTop = top
      }
    }
    frame(kept)
  })
  return [...root.querySelectorAll("[data-keep]")].some(element => element.dataset.keep in kept)
}

function frame(kept) {
  const page = document.querySelector(FRAME)
  if (page && kept.page && performance.now() < back) page.scrollTop = kept.page
}

if (!window.orienteerReturning) {
  window.orienteerReturning = true
  window.addEventListener("popstate", event => { if (event.isTrusted) back = performance.now() + PATIENCE })
  for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) window.addEventListener(kind, () => { back = 0 }, true)
  window.addEventListener("scroll", scrolled, true)
}

// What scrolls inside a panel is heard by the panel alone: the event does not leave its shadow.
function listen(root) {
  if (root.listens) return
  root.listens = true
  root.addEventListener("scroll", scrolled, true)
}

// Kept at once, not when the scrolling has come to rest: a reader may follow a link right after it. A browser tells of
// scrolling once a frame at most, and what is written is short.
function scrolled({ target }) {
  if (teller && !teller.box.contains(target)) quiet()
  const name = target.dataset?.keep ?? (target.matches?.(FRAME) ? "page" : "")
  if (name && performance.now() >= back) remember(name, Math.round(target.scrollTop))
}
