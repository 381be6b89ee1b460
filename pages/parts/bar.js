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
  bar.dialog.onclick = event => { if (event.target === bar.dialog) bar.dialog.close() }
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
}

const OFFERED = [["link", "Copy link", "the address of this view with its commit"]]

function show(bar) {
  if (!bar || bar.dialog.open) return
  bar.dialog.showModal()
  bar.input.value = ""
  bar.input.focus()
  bar.looking = look(bar)
}

// What can be found without the server: things seen before, pages, actions.
function known(bar) {
  const seen = recent(bar.data.index).map(one => ({ ...one, group: "Seen last" }))
  const pages = bar.data.pages.map(one => ({ title: one.title, type: "page", href: one.href, group: "Pages" }))
  const actions = OFFERED.map(([name, title, place]) => ({ title, type: "action", place, run: name, group: "Actions" }))
  return [...seen, ...pages, ...actions]
}

async function look(bar) {
  const letters = bar.input.value.trim(), number = ++bar.asked
  const offered = known(bar)
  if (!letters) return list(bar, offered, true)
  const ask = { title: `Ask: ${letters}`, type: "question", href: `/query?q=${encodeURIComponent(letters)}` }
  let rows
  try {
    const sent = { index: bar.data.index, letters, titles: offered.map(one => one.title) }
    const answer = await fetch("/workbench/find", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) })
    const found = await answer.json()
    rows = answer.ok ? found.map(one => "at" in one ? offered[one.at] : one) : [{ title: found.problem ?? "Nothing can be found now.", type: "problem" }]
  } catch {
    rows = [{ title: "The workbench does not answer. Is it still running?", type: "problem" }]
  }
  if (number !== bar.asked) return // a later letter has been typed meanwhile
  const known_ = new Set()
  rows = rows.filter(row => { const key = row.href ?? row.title; const is = known_.has(key); known_.add(key); return !is })
  const question = /\?$/.test(letters) || letters.split(/\s+/).length > 4
  list(bar, question ? [ask, ...rows] : [...rows, ask])
}

function list(bar, rows, grouped = false) {
  bar.rows = rows
  let group = ""
  bar.list.replaceChildren(...rows.flatMap((row, at) => {
    const item = document.createElement("li")
    item.id = `found-${at}`
    item.dataset.at = at
    item.setAttribute("role", "option")
    item.append(part("title", row.title), part("type", (row.type ?? "").replaceAll("_", " ")), part("place", row.place ?? ""))
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
  span.textContent = text
  if (name === "title") span.title = text
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
  else if (event.key === "Escape") bar.dialog.close()
  else return
  event.preventDefault()
  event.stopPropagation()
}

async function open(bar, at, event) {
  if (event.key) await bar.looking // Enter right after the last letter means what that finds
  const row = bar.rows[event.key ? bar.at : at]
  if (!row || row.type === "problem") return
  bar.dialog.close()
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
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(await text)
    button.textContent = "Copied"
  } catch {
    button.textContent = "The browser does not allow it"
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
