// Fits every drawing into the width of its frame and lets a reader enter it: Ctrl or ⌘ with the wheel, a pinch, + and - zoom,
// dragging and arrow keys move, a double click and 0 fit again; a field finds boxes by their words.
//   A drawing begins as large as its letters need, around its centre, where it would be too small as a whole.
//   Only the transform of the drawing changes, so that its links and what lights up go on as they are.
const LETTERS = 12 // pixels of the smallest words of a drawing as it is drawn
const LEGIBLE = 8 // pixels of words that can be read
const CLOSEST = 4
const STEP = 1.3 // of the buttons and keys
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }
const SOUGHT = 8 // boxes from which on a field finds one
const views = new WeakMap() // by panel: how each drawing was last seen

function pictures(root) {
  const kept = views.get(root) ?? []
  views.set(root, [...root.querySelectorAll("svg.drawing")].map((drawing, at) => {
    const size = drawing.getAttribute("viewBox")
    const view = kept[at]?.size === size ? kept[at] : { size, scale: 0, x: 0, y: 0, query: "", moved: false }
    entered(drawing, view)
    return view
  }))
}

function entered(drawing, view) {
  const { x: left, y: top, width, height } = drawing.viewBox.baseVal
  const largest = drawing.matches(".files") ? Infinity : 1 // areas have no size of their own
  drawing.style.cssText = `width:${width}px;height:${height}px`
  const picture = document.createElement("div")
  picture.className = "picture"
  drawing.replaceWith(picture)
  const frame = document.createElement("div")
  frame.className = "frame"
  frame.append(drawing)
  const whole = () => Math.min(largest, frame.clientWidth / width)
  const tools = toolbar({ in: () => zoom(STEP), out: () => zoom(1 / STEP), fit: entire })
  const boxes = [...drawing.querySelectorAll("a:not([data-from])")]
  if (boxes.length >= SOUGHT) tools.prepend(...finder(boxes, view, reveal))
  picture.append(tools, frame)

  function fit(scale) {
    const middle = central(drawing)?.getBBox()
    const centre = middle ? middle.x + middle.width / 2 - left : width / 2
    Object.assign(view, { scale, x: width * scale > frame.clientWidth ? frame.clientWidth / 2 - centre * scale : 0, y: 0, moved: false })
    apply()
  }

  // What a reader fits stays so, although the frame changes its height.
  function entire() {
    fit(whole())
    view.moved = true
    apply()
  }

  function apply() {
    const fitted = height * whole()
    const high = Math.max(Math.min(fitted, height * view.scale), Math.min(height * view.scale, innerHeight * 0.75))
    view.x = within(view.x, frame.clientWidth - width * view.scale)
    view.y = within(view.y, high - height * view.scale)
    frame.style.height = `${view.moved ? high : height * view.scale}px`
    drawing.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  }

  function zoom(factor, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
    const scale = Math.max(Math.min(whole(), LEGIBLE / LETTERS), Math.min(CLOSEST, view.scale * factor))
    const grown = scale / view.scale
    Object.assign(view, { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown, moved: true })
    apply()
  }

  function move(x, y) {
    Object.assign(view, { x: view.x + x, y: view.y + y, moved: true })
    apply()
  }

  function reveal(box) {
    const at = box.getBBox()
    const x = (at.x + at.width / 2 - left) * view.scale
    const y = (at.y + at.height / 2 - top) * view.scale
    const seen = x + view.x > 40 && x + view.x < frame.clientWidth - 40 && y + view.y > 10 && y + view.y < frame.clientHeight - 10
    if (!seen) move(frame.clientWidth / 2 - x - view.x, frame.clientHeight / 2 - y - view.y)
    box.scrollIntoView({ block: "nearest" })
  }

  const start = () => fit(Math.max(whole(), Math.min(largest, LEGIBLE / LETTERS)))
  new ResizeObserver(() => {
    if (!frame.clientWidth) return
    if (view.moved) apply()
    else start()
  }).observe(picture)
  if (frame.clientWidth && !view.moved) start()
  else if (frame.clientWidth) apply()
  frame.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const { left: x, top: y } = frame.getBoundingClientRect()
    const turned = event.deltaMode ? 16 * event.deltaY : event.deltaY
    zoom(Math.exp(-Math.max(-50, Math.min(50, turned)) / 150), event.clientX - x, event.clientY - y)
  }, { passive: false })
  frame.ondblclick = event => { if (!event.target.closest("a")) entire() }
  frame.addEventListener("focusin", event => { if (event.target.matches("a:focus-visible")) reveal(event.target) })
  picture.onkeydown = event => {
    if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key in ARROWS) move(...ARROWS[event.key].map(way => 60 * way))
    else if (event.key === "+" || event.key === "=") zoom(STEP)
    else if (event.key === "-") zoom(1 / STEP)
    else if (event.key === "0") entire()
    else return
    event.preventDefault()
  }
  dragged(frame, move, zoom)
}

// Returns the box in the middle of the surroundings of a unit, elsewhere the one with the most links.
function central(drawing) {
  const links = [...drawing.querySelectorAll("a[data-from]")]
  const count = ({ dataset: { node } }) => links.filter(({ dataset: { from, to } }) => from === node || to === node).length
  const most = [...drawing.querySelectorAll("[data-node]")].map(box => [count(box), box]).sort(([one], [other]) => other - one)[0]
  return drawing.querySelector(".centre") ?? most?.[1]
}

// Returns a place from which the drawing covers its frame, or lies inside it where it is smaller.
function within(at, room) {
  return Math.min(Math.max(at, Math.min(0, room)), Math.max(0, room))
}

// One pointer drags, two pinch. A link that was dragged at is not followed.
function dragged(frame, move, zoom) {
  const fingers = new Map()
  let far = 0
  const apart = () => {
    const [one, other] = [...fingers.values()]
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, wide: Math.hypot(one.x - other.x, one.y - other.y) || 1 }
  }
  frame.onpointerdown = event => {
    if (event.button) return
    if (!fingers.size) far = 0
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  frame.onpointermove = event => {
    const last = fingers.get(event.pointerId)
    if (!last) return
    const now = { x: event.clientX, y: event.clientY }
    const before = fingers.size === 2 ? apart() : null
    far += Math.abs(now.x - last.x) + Math.abs(now.y - last.y)
    fingers.set(event.pointerId, now)
    if (far < 5) return
    if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId)
    frame.classList.add("held")
    if (!before) return move(now.x - last.x, now.y - last.y)
    const after = apart()
    const { left, top } = frame.getBoundingClientRect()
    zoom(after.wide / before.wide, after.x - left, after.y - top)
    move(after.x - before.x, after.y - before.y)
  }
  frame.onpointerup = frame.onpointercancel = event => {
    fingers.delete(event.pointerId)
    if (!fingers.size) frame.classList.remove("held")
  }
  frame.addEventListener("click", event => {
    if (far < 5) return
    event.preventDefault()
    event.stopPropagation()
    far = 0
  }, true)
  frame.ondragstart = event => event.preventDefault()
}

function toolbar(does) {
  const tools = document.createElement("div")
  tools.className = "row tools"
  tools.innerHTML = `<span class="push"></span><button class="tool" aria-label="Zoom out" title="Zoom out (−)">−</button>`
    + `<button class="tool" aria-label="Zoom in" title="Zoom in (+), Ctrl and wheel">+</button>`
    + `<button class="tool" title="Fit to the width (0, double click)">Fit</button>`
  const [out, closer, fit] = tools.querySelectorAll("button")
  out.onclick = does.out
  closer.onclick = does.in
  fit.onclick = does.fit
  return tools
}

// Finds boxes by the words in them and in their titles; Enter goes to the next one.
function finder(boxes, view, reveal) {
  const field = document.createElement("input")
  field.type = "search"
  field.placeholder = field.ariaLabel = "Find in picture"
  field.value = view.query
  field.dataset.typing = "picture"
  const told = document.createElement("output")
  told.className = "dim small"
  let at = 0
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = boxes.filter(box => {
      const text = box.textContent.toLowerCase()
      const on = words.length > 0 && words.every(word => text.includes(word))
      box.classList.toggle("found", on)
      return on
    })
    if (found.length) at %= found.length
    told.textContent = !words.length ? "" : found.length ? `${at + 1} of ${found.length}` : "Not found"
    return found
  }
  field.oninput = () => {
    at = 0
    view.query = field.value
    const [first] = find()
    if (first) reveal(first)
  }
  field.onkeydown = event => {
    if (event.key !== "Enter") return
    at += 1
    const found = find()
    if (found.length) reveal(found[at])
  }
  find()
  return [field, told]
}
