// The bar of a page and its palette. Keys: / or Ctrl-K opens it from anywhere, arrows choose, Enter opens, Escape closes.
// What goes with the letters is ranked by the server (POST /workbench/find); what was seen stays in this browser.
const MOST_SEEN = 12
const bars = new WeakMap()
let current = null // the bar that is on the page now: one listener serves all of them

export default function ({ data, parentElement }) {
  const bar = bars.get(parentElement) ?? made(parentElement)
  bars.set(parentElement, bar)
  bar.data = data
  if (data.seen) remember(data.index, data.seen)
  current = bar
  listen()
}

function made(parent) {
  const bar = { root: parent, dialog: parent.querySelector("dialog"), input: parent.querySelector("input"), list: parent.querySelector("ul"), rows: [], at: 0, asked: 0 }
  parent.querySelector(".bar").onclick = event => {
    const button = event.target.closest("[data-do]")
    if (button) ACTIONS[button.dataset.do](bar, button)
  }
  bar.input.oninput = () => { bar.looking = look(bar) }
  bar.input.onkeydown = event => keyed(event, bar)
  bar.list.onclick = event => {
    const row = event.target.closest("[data-at]")
    if (row) open(bar, Number(row.dataset.at), event)
  }
  bar.dialog.onclick = event => { if (event.target === bar.dialog) shut(bar) }
  return bar
}

function listen() {
  if (window.orienteerListens) return
  window.orienteerListens = true
  window.addEventListener("orienteer:find", () => show(current))
  window.addEventListener("keydown", event => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !writes(event.composedPath()[0])
    const k = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!slash && !k) return
    event.preventDefault()
    event.stopPropagation()
    show(current)
  }, true)
}

function writes(element) {
  return element instanceof Element && (element.matches("input, textarea, select") || element.isContentEditable)
}

const ACTIONS = {
  find: show,
  link: (bar, button) => copied(button, link(bar)),
  markdown: (bar, button) => copied(button, asked(bar, "markdown", { address: here() }).then(answer => answer.text)),
  report: offer,
}

const OFFERED = [
  ["link", "Copy link", "the address of this view with its commit"],
  ["markdown", "Copy as Markdown", "this view with picture, lines and address"],
  ["report", "Report", "one document of the views that you choose"],
]

function here() {
  return window.location.pathname + window.location.search
}

async function asked(bar, what, body) {
  const sent = { index: bar.data.index, pages: window.location.origin, ...body }
  const answer = await fetch(`/workbench/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) })
  const told = await answer.json()
  if (!answer.ok) throw new Error(told.problem ?? "The server did not answer. Try again.")
  return told
}

// The views of the report stay in this browser, for each index; without any the usual ones of a review are taken.
function chosen(bar) {
  try { return JSON.parse(localStorage.getItem(`orienteer.report.${bar.data.index}`)) ?? [] } catch { return [] }
}

function choose_views(bar, views) {
  try { localStorage.setItem(`orienteer.report.${bar.data.index}`, JSON.stringify(views)) } catch { /* kept nowhere */ }
  views_listed(bar)
}

function offer(bar) {
  const dialog = bar.root.querySelector("dialog.report")
  dialog.onclick = event => {
    const button = event.target.closest("button")
    if (event.target === dialog || button?.dataset.report === "close") dialog.close()
    else if (button?.dataset.report === "add") choose_views(bar, [...chosen(bar).filter(one => one.address !== here()), { address: here(), title: titled(bar) }])
    else if (button?.dataset.drop) choose_views(bar, chosen(bar).filter(one => one.address !== button.dataset.drop))
    else if (button) download(bar, button.dataset.report)
  }
  views_listed(bar)
  dialog.showModal()
}

function titled(bar) {
  const view = new URL(window.location.href).searchParams.get("view")
  const page = bar.data.pages.find(one => one.href === window.location.pathname)?.title ?? window.location.pathname
  const title = document.querySelector("h1")?.textContent ?? ""
  return [page, view, title === page ? "" : title].filter(Boolean).join(" · ")
}

function views_listed(bar) {
  const views = chosen(bar)
  const said = bar.root.querySelector("dialog.report .said")
  said.textContent = views.length ? "" : "No views chosen. The report will contain the overview, map, matrix, layers, hubs, cycles, code health and history."
  bar.root.querySelector("dialog.report ol").replaceChildren(...views.map(view => {
    const item = document.createElement("li"), drop = document.createElement("button")
    drop.type = "button"
    drop.dataset.drop = view.address
    drop.textContent = "Remove"
    drop.setAttribute("aria-label", `Remove ${view.title}`)
    item.append(view.title, drop)
    return item
  }))
}

async function download(bar, format) {
  const said = bar.root.querySelector("dialog.report .said")
  said.textContent = "Creating the report …"
  try {
    const { text } = await asked(bar, "report", { format, views: chosen(bar).map(view => view.address) })
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([text], { type: format === "html" ? "text/html" : "text/markdown" }))
    link.download = `${bar.data.index}-report.${format}`
    link.click()
    URL.revokeObjectURL(link.href)
    said.textContent = "Done."
  } catch (problem) {
    said.textContent = problem.message
  }
}

function show(bar) {
  if (!bar || bar.dialog.open) return
  bar.dialog.showModal()
  bar.input.value = ""
  bar.input.focus()
  bar.looking = look(bar)
}

// The field lets go at once: a browser takes the focus from what is hidden only with its next picture, and a key before would be for the field.
function shut(bar) {
  bar.dialog.close()
  bar.input.blur()
}

// What can be found without the server: things seen before, pages, actions.
function known(bar) {
  const seen = recent(bar.data.index).map(one => ({ ...one, group: "Recent" }))
  const pages = bar.data.pages.map(one => ({ title: one.title, type: "page", href: one.href, group: "Pages" }))
  const actions = OFFERED.map(([name, title, place]) => ({ title, type: "action", place, run: name, group: "Actions" }))
  return [...seen, ...pages, ...actions]
}

async function look(bar) {
  const letters = bar.input.value.trim(), number = ++bar.asked
  const offered = known(bar)
  if (!letters) return list(bar, offered, true)
  const ask = { title: `Ask: ${letters}`, type: "question", href: `/search?q=${encodeURIComponent(letters)}` }
  const written = { title: `Search text: ${letters}`, type: "text", href: `/search?text=${encodeURIComponent(letters)}` }
  const question = /\?$/.test(letters) || letters.split(/\s+/).length > 4
  if (question) list(bar, [ask, written]) // what Enter does is seen before the server has answered
  while (bar.sent) { // one at a time: of the letters that are typed meanwhile only the last ones are sent
    await bar.sent
    if (number !== bar.asked) return
  }
  const answer = asked(bar, "find", { letters, titles: offered.map(one => one.title) })
  bar.sent = answer.then(() => {}, () => {}).then(() => { bar.sent = null })
  let rows
  try {
    const found = await answer
    rows = found.map(one => "at" in one ? offered[one.at] : one)
  } catch (problem) {
    rows = [{ title: problem.message, type: "problem" }]
  }
  if (number !== bar.asked) return // a later letter has been typed meanwhile
  const known_ = new Set()
  rows = rows.filter(row => { const key = row.href ?? row.title; const is = known_.has(key); known_.add(key); return !is })
  list(bar, question ? [ask, ...rows, written] : [...rows, ask, written])
}

function list(bar, rows, grouped = false) {
  bar.rows = rows
  let group = ""
  bar.list.replaceChildren(...rows.flatMap((row, at) => {
    const item = document.createElement("li")
    item.id = `found-${at}`
    item.dataset.at = at
    item.setAttribute("role", "option")
    item.append(part(row.place ? "title own" : "title", row.title), part("type", (row.type ?? "").replaceAll("_", " ")), part("place", row.place ?? ""))
    if (!grouped || row.group === group) return [item]
    group = row.group
    const head = document.createElement("li")
    head.className = "group"
    head.setAttribute("role", "presentation")
    head.textContent = group
    return [head, item]
  }))
  choose(bar, 0)
}

function part(name, text) {
  const span = document.createElement("span")
  span.className = name
  const words = document.createElement("bdi")
  words.textContent = text
  span.append(words)
  if (name.startsWith("title")) span.title = text
  return span
}

function choose(bar, at) {
  const items = [...bar.list.querySelectorAll("[data-at]")]
  bar.at = items.length ? (at + items.length) % items.length : 0
  items.forEach((item, number) => item.setAttribute("aria-selected", String(number === bar.at)))
  items[bar.at]?.scrollIntoView({ block: "nearest" })
  bar.input.setAttribute("aria-activedescendant", items.length ? `found-${bar.at}` : "")
}

function keyed(event, bar) {
  if (event.key === "ArrowDown") choose(bar, bar.at + 1)
  else if (event.key === "ArrowUp") choose(bar, bar.at - 1)
  else if (event.key === "Enter") open(bar, bar.at, event)
  else if (event.key === "Escape") shut(bar)
  else return
  event.preventDefault()
  event.stopPropagation()
}

async function open(bar, at, event) {
  if (event.key) await bar.looking // Enter right after the last letter means what that finds
  const row = bar.rows[event.key ? bar.at : at]
  if (!row || row.type === "problem") return
  shut(bar)
  if (row.run) return ACTIONS[row.run](bar, bar.root.querySelector(`[data-do="${row.run}"]`))
  const address = travelled(row.href, bar.data.travels)
  if (event.ctrlKey || event.metaKey) return window.open(address)
  history.pushState({}, "", address)
  window.dispatchEvent(new PopStateEvent("popstate", { state: {} }))
}

// As panel.js does it: what the address of this page says and the link does not travels along.
function travelled(address, { state, unless, anywhere }) {
  const url = new URL(address, window.location.href), said = url.searchParams
  const elsewhere = said.has("index") && said.get("index") !== state.index?.[0]
  for (const [name, values] of Object.entries(state)) {
    if (said.has(name) || unless[name].some(other => said.has(other)) || (elsewhere && !anywhere.includes(name))) continue
    for (const value of values) said.append(name, value)
  }
  return url.pathname + url.search
}

function link(bar) {
  const url = new URL(window.location.href)
  url.searchParams.set("index", bar.data.index)
  if (bar.data.commit) url.searchParams.set("commit", bar.data.commit)
  return url.href
}

async function copied(button, text) {
  const label = button.dataset.label ??= button.textContent
  try {
    await navigator.clipboard.writeText(await text)
    button.textContent = "Copied"
  } catch (problem) {
    button.textContent = "Not copied"
    button.title = problem.message
  }
  setTimeout(() => { button.textContent = label }, 1500)
}

function recent(index) {
  try { return JSON.parse(localStorage.getItem(`orienteer.seen.${index}`)) ?? [] } catch { return [] }
}

function remember(index, seen) {
  const rest = recent(index).filter(one => one.href !== seen.href)
  try { localStorage.setItem(`orienteer.seen.${index}`, JSON.stringify([seen, ...rest].slice(0, MOST_SEEN))) } catch { /* a browser that keeps nothing offers nothing again */ }
}
