// Shows HTML that the core has written, and follows what a reader picks in it.
//   a[data-go]     a link to another page or state: followed inside the session; with a modifier key the browser opens a tab.
//                  What travels is added to its address (core/present/html/link_parameters.py has the rules)
//   [data-set]     "name=value": that parameter of this page's address changes; within a fragment only that runs again
//   [data-line]    a line number: a click makes it the line of the address, with shift the end of a range
//   [data-copy]    copies the text of the element of that id, or the value itself
//   [data-save]    saves the drawing beside it, or what is marked with [data-picture], as a PNG of that name
//   [data-find]    opens the palette of the bar
//   [data-wrap]    switches line wrapping of the pane around it
//   [data-lines]   lines of a code pane as text: they become elements bit by bit, so that the page answers meanwhile
//   [data-card]    a name in code, [data-uses] the users of a definition: names.js
//   [data-jump]    a line of the pane beside it: lines.js
//   [data-rows]    a table or list that is sorted, filtered and paged: rows.js
//   svg.drawing    a picture that fits its frame and can be entered: picture.js
//   [data-keep]    what scrolls by itself; where it stood is known again when a reader comes back: returning.js
const states = new WeakMap()
const SVG = "http://www.w3.org/2000/svg"
const SLICE = 12 // milliseconds of work before the browser may draw and listen again

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".panel")
  const state = states.get(parentElement) ?? { html: "", scroll: "", go: "", line: 0, lines: null }
  states.set(parentElement, state)
  root.travels = data.travels
  root.key = data.key
  root.within = data.within ? setTriggerValue : null
  nameIndex(data.travels.state.index)
  const other = state.html !== data.html
  if (other) {
    show(root, data.html)
    state.html = data.html
  }
  complete(root)
  if (data.lines && (other || named(data.lines) !== state.lines)) {
    state.lines = named(data.lines)
    root.lines = data.lines
    mark(root)
  }
  if (data.scroll && state.scroll !== data.scroll) {
    state.scroll = data.scroll
    if (!returned(root)) requestAnimationFrame(() => reveal(root, data.scroll))
  } else if (other) returned(root)
  if (data.go && state.go !== data.go) {
    state.go = data.go
    go(travelled(data.go, data.travels))
  }
  root.onclick = event => clicked(event, root, state)
  root.onkeydown = event => alongTree(event, root)
  names(root)
  listen(root)
  if (!state.points) for (const kind of ["pointerover", "focusin", "pointerout", "focusout"]) root.addEventListener(kind, pointed)
  state.points = true
}

function show(root, html) {
  const kept = [...root.querySelectorAll("[data-keep]")].map(element => [element.dataset.keep, element.scrollTop])
  const typing = root.getRootNode().activeElement?.dataset.typing
  root.innerHTML = html
  pageRows(root)
  pictures(root)
  if (typing) root.querySelector(`[data-typing="${CSS.escape(typing)}"]`)?.focus()
  for (const [name, top] of kept) {
    const again = root.querySelector(`[data-keep="${CSS.escape(name)}"]`)
    if (again) again.scrollTop = top
  }
  if (root.querySelector("[data-lines]")) requestAnimationFrame(() => fill(root))
}

// Turns the lines that are still text into elements: some now, the rest in the next frames; all at once without a limit.
function fill(root, limit = SLICE) {
  const end = performance.now() + limit
  for (const text of root.querySelectorAll("[data-lines]")) {
    if (performance.now() > end) return requestAnimationFrame(() => fill(root))
    lay(text)
  }
}

// A node of a drawing that is pointed at lights its links and what is at their other ends; a link lights its two ends.
function pointed(event) {
  const drawing = event.target.closest("svg.drawing")
  const at = event.type.endsWith("out") ? null : event.target.closest("[data-node], [data-from]")
  light(drawing, at?.dataset.node ?? "", at?.dataset.node ? null : at)
}

function light(drawing, node, link) {
  if (!drawing) return
  const near = new Set(node ? [node] : link ? [link.dataset.from, link.dataset.to] : [])
  for (const each of drawing.querySelectorAll("[data-from]")) {
    const ends = link && each.dataset.from === link.dataset.from && each.dataset.to === link.dataset.to
    const on = ends || (node && (each.dataset.from === node || each.dataset.to === node))
    each.classList.toggle("lit", Boolean(on))
    each.classList.toggle("into", Boolean(on && node && each.dataset.to === node)) // leads to it, not away from it
    if (on) near.add(each.dataset.from).add(each.dataset.to)
  }
  for (const each of drawing.querySelectorAll("[data-node]")) each.classList.toggle("lit", near.has(each.dataset.node))
  drawing.classList.toggle("pointed", near.size > 1)
}

function lay(text) {
  const place = text.parentElement
  place.innerHTML = text.textContent
  const root = place.closest(".panel")
  complete(place, root)
  mark(root)
}

// Writes the whole address into every link, so that a copied link and a new tab show what a click shows.
// Names in code are thousands: theirs are completed when pointer or focus comes to them (names.js).
function complete(place, root = place) {
  for (const link of place.querySelectorAll("a[data-go]:not(.x)")) whole(link, root)
  for (const link of place.querySelectorAll("a[data-set]")) link.setAttribute("href", changed(...link.dataset.set.split(/=(.*)/s)))
}

function whole(link, root) {
  link.dataset.to ??= link.getAttribute("href")
  link.setAttribute("href", travelled(link.dataset.to, root.travels))
}

function travelled(address, { state, unless, anywhere }) {
  const url = new URL(address, window.location.href)
  const said = url.searchParams
  const elsewhere = said.has("index") && said.get("index") !== state.index?.[0]
  const carried = Object.entries(state).filter(([name]) =>
    !said.has(name) && !unless[name].some(other => said.has(other)) && (!elsewhere || anywhere.includes(name)))
  for (const [name, values] of carried) for (const value of values) said.append(name, value)
  for (const name of [...said.keys()]) if (!said.getAll(name).some(value => value)) said.delete(name)
  return url.pathname + url.search + url.hash
}

// A copied address names the index that it shows.
function nameIndex(names) {
  const url = new URL(window.location.href)
  if (!names || url.searchParams.has("index")) return
  url.searchParams.set("index", names[0])
  history.replaceState(history.state, "", url)
}

function reveal(root, id) {
  const mark = `id="${id}"`
  for (const text of root.querySelectorAll("[data-lines]")) if (text.textContent.includes(mark)) lay(text)
  const line = root.querySelector(`[id="${CSS.escape(id)}"]`)
  const pane = line?.closest(".scroll")
  if (!pane) return
  pane.scrollTop += line.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3
}

function alongTree(event, root) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...root.querySelectorAll(".leaf a")]
  const next = step && links[links.indexOf(event.target) + step]
  if (!next || !event.target.matches(".leaf a")) return
  event.preventDefault()
  next.focus()
}

function clicked(event, root, state) {
  const target = event.target.closest("[data-go], [data-set], [data-find], [data-copy], [data-save], [data-wrap], [data-line], [data-jump], [data-skip], [data-uses], button[data-card]")
  if (!target) return
  if (target.matches("a") && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)) return
  event.preventDefault()
  uncover(root)
  if ("line" in target.dataset) choose(root, target, lines(target, event, state))
  else if ("jump" in target.dataset) jump(root, target)
  else if ("skip" in target.dataset) target.closest(".pane").querySelector("[data-end]").focus()
  else if ("uses" in target.dataset || target.matches("button[data-card]")) tell(root, target, true)
  else if ("copy" in target.dataset) copy(root, target)
  else if ("save" in target.dataset) save(root.querySelector("svg.drawing, [data-picture]"), target.dataset.save)
  else if ("find" in target.dataset) window.dispatchEvent(new Event("orienteer:find"))
  else if ("wrap" in target.dataset) wrap(target)
  else if ("set" in target.dataset && root.within) root.within("chosen", target.dataset.set)
  else if ("set" in target.dataset) go(changed(...target.dataset.set.split(/=(.*)/s)))
  else go(travelled(target.getAttribute("href"), root.travels))
}

// In a narrow window the sidebar lies over the page: what was picked in it is seen when it closes.
function uncover(root) {
  const sidebar = (root.getRootNode().host ?? root).closest("[data-testid=stSidebar]")
  if (sidebar && matchMedia("(max-width: 768px)").matches) sidebar.querySelector("[data-testid=stSidebarCollapseButton] button")?.click()
}

// Goes to an address as the browser's back and forward buttons do: one step of history, the same session.
function go(address, instead = false) {
  leave()
  history[instead ? "replaceState" : "pushState"]({}, "", address)
  window.dispatchEvent(new PopStateEvent("popstate", { state: {} }))
}

function changed(name, value) {
  const address = new URL(window.location.href)
  address.searchParams.set(name, value)
  return address.pathname + address.search
}

function lines(target, event, state) {
  const line = Number(target.dataset.line)
  const range = event.shiftKey && state.line && state.line !== line
  const value = range ? `${Math.min(line, state.line)}-${Math.max(line, state.line)}` : `${line}`
  state.line = line
  return value
}

function wrap(target) {
  const on = target.closest(".pane").classList.toggle("wrapped")
  target.setAttribute("aria-pressed", String(on))
}

async function copy(root, target) {
  fill(root, Infinity)
  const source = root.querySelector(`[id="${CSS.escape(target.dataset.copy)}"]`)
  const label = target.textContent
  try {
    await navigator.clipboard.writeText(source ? text(source) : target.dataset.copy)
    target.textContent = "Copied"
  } catch {
    target.textContent = "The browser blocked copying"
  }
  setTimeout(() => { target.textContent = label }, 1500)
}

function text(source) {
  const parts = source.querySelectorAll(".t")
  return parts.length ? [...parts].map(part => part.textContent).join("\n") + "\n" : source.textContent
}

// A saved picture knows no style sheet, so every shape takes its look along.
async function save(drawing, name) {
  const { width, height } = drawing.viewBox?.baseVal ?? drawing.getBoundingClientRect() // the whole, however it is seen
  const copy = drawing.matches("svg") ? drawing.cloneNode(true) : document.createElementNS(SVG, "svg")
  if (drawing.matches("svg")) {
    const shapes = [...drawing.querySelectorAll("*")]
    copy.querySelectorAll("*").forEach((shape, at) => inked(shapes[at], shape))
  } else copy.append(framed(drawing))
  copy.removeAttribute("style")
  copy.setAttribute("xmlns", SVG)
  copy.setAttribute("width", width)
  copy.setAttribute("height", height)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = 2 * width
  canvas.height = 2 * height
  const pen = canvas.getContext("2d")
  pen.fillStyle = getComputedStyle(drawing).getPropertyValue("--st-background-color") || "white"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const link = document.createElement("a")
  link.href = canvas.toDataURL("image/png")
  link.download = `${name}.png`
  link.click()
}

// Returns what is no drawing as a part of one.
function framed(element) {
  const frame = document.createElementNS(SVG, "foreignObject")
  frame.setAttribute("width", "100%")
  frame.setAttribute("height", "100%")
  const copy = element.cloneNode(true)
  const shown = [element, ...element.querySelectorAll("*")]
  for (const [at, each] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(shown[at])
    for (const property of style) each.style.setProperty(property, style.getPropertyValue(property))
  }
  copy.style.margin = "0"
  frame.append(copy)
  return frame
}

function inked(shape, copy) {
  const style = getComputedStyle(shape)
  for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order"]) {
    copy.style.setProperty(name, style.getPropertyValue(name))
  }
}
