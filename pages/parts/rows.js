// Sorts, filters and pages what is marked with [data-rows] (core/present/html/grid.py): a table, or a list of rows.
//   The rows of the first page are in the document, the others in a <template>: they become visible here, a page at a time.
//   [data-value] of a cell is what it is sorted by where its text is not
//   What a reader chose stays when the panel is shown anew, and is there again on the way back (returning.js).
const PAGE = 50
const MANY = 15 // more rows than a reader looks through
const SORTABLE = 3
const NATURAL = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" })
const QUANTITY = /^([-−]?[\d,]*\.?\d+(?:e[-+]?\d+)?)(?:\s*([^\d\s].*))?$/i
const chosen = new WeakMap() // by panel: what was chosen, by table

function pageRows(root) {
  const kept = chosen.get(root) ?? new Map()
  chosen.set(root, kept)
  const before = performance.now() <= back ? stood() : {}
  root.querySelectorAll("[data-rows]").forEach((element, at) => {
    const heads = [...element.querySelectorAll(":scope > thead th")]
    const name = `rows:${root.key}:${heads.map(head => head.textContent).join("|") || at}`
    const holder = element.tBodies?.[0] ?? element
    const template = holder.querySelector(":scope > template")
    template?.remove()
    const rows = [...holder.children, ...(template?.content.children ?? [])].map(row => ({ row }))
    if (!kept.has(name)) kept.set(name, { column: -1, down: false, query: "", shown: PAGE, ...before[name] })
    if (rows.length >= SORTABLE) rowsOf(root, element, { heads, holder, rows, name, state: kept.get(name) })
  })
}

function rowsOf(root, element, table) {
  const { heads, holder, rows, name, state } = table
  const redraw = () => {
    draw()
    remember(name, state)
  }
  const sorts = !rows.some(({ row }) => row.matches("tr") && row.querySelector("th, [colspan]"))
  if (sorts) heads.forEach((head, column) => {
    if (head.textContent.trim() && rows.some(one => valueOf(one, column))) sortable(head, column, table, redraw)
  })
  const around = element.closest(".boxed") ?? element
  const field = rows.length > MANY ? filter(rows.length, state, redraw) : null
  if (field) {
    field.firstChild.dataset.typing = name
    around.before(field)
  }
  const more = document.createElement("button")
  more.className = "tool more"
  more.onclick = () => {
    const first = holder.children.length
    state.shown += PAGE
    redraw()
    holder.children[first]?.querySelector("a, button, summary")?.focus()
  }
  if (rows.length > PAGE) around.after(more)
  const draw = () => {
    const found = ordered(matching(rows, state.query), state)
    const shown = found.slice(0, state.shown)
    heads.forEach((head, column) => {
      if (head.firstChild?.matches?.(".sort")) head.ariaSort = column !== state.column ? "none" : state.down ? "descending" : "ascending"
    })
    holder.replaceChildren(...shown.map(({ row }) => row))
    complete(holder, root)
    if (field) field.lastChild.textContent = state.query.trim() ? `${found.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")}` : ""
    const left = found.length - shown.length
    more.hidden = !left
    more.textContent = left > PAGE ? `Show ${PAGE} more of ${left.toLocaleString("en")}` : `Show ${left} more`
  }
  draw()
}

// A column sorts numbers from the largest, words from the first; then the other way; then it leaves the order that was given.
function sortable(head, column, { rows, state }, redraw) {
  const button = document.createElement("button")
  button.className = "sort"
  button.append(...head.childNodes)
  head.append(button)
  button.onclick = () => {
    const large = quantities(rows, column)
    if (state.column !== column) Object.assign(state, { column, down: large })
    else if (state.down === large) state.down = !large
    else state.column = -1
    redraw()
  }
}

function filter(count, state, redraw) {
  const box = document.createElement("div")
  box.className = "filter"
  const field = document.createElement("input")
  field.type = "search"
  field.placeholder = `Filter ${count.toLocaleString("en")} rows`
  field.ariaLabel = field.placeholder
  field.value = state.query
  field.oninput = () => {
    Object.assign(state, { query: field.value, shown: PAGE })
    redraw()
  }
  const found = document.createElement("output")
  found.className = "dim"
  box.append(field, found)
  return box
}

function matching(rows, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return rows
  for (const one of rows) one.text ??= one.row.textContent.toLowerCase()
  return rows.filter(({ text }) => words.every(word => text.includes(word)))
}

function ordered(rows, { column, down }) {
  if (column < 0) return rows
  const large = quantities(rows, column)
  const way = down ? -1 : 1
  return rows
    .map(one => ({ one, value: valueOf(one, column) }))
    .sort(({ value: first }, { value: second }) => {
      if (!first || !second) return !first - !second // what has no value comes last, either way
      return way * (large ? quantity(first) - quantity(second) : NATURAL.compare(first, second))
    })
    .map(({ one }) => one)
}

function valueOf({ row }, column) {
  const cell = row.children[column]
  const text = (cell?.dataset.value ?? cell?.textContent ?? "").trim()
  return text === "–" ? "" : text
}

function quantity(text) {
  return Number(QUANTITY.exec(text)[1].replace(/,/g, "").replace("−", "-"))
}

// Tells whether all values of a column are numbers of one unit of measure.
function quantities(rows, column) {
  const values = rows.map(one => valueOf(one, column)).filter(Boolean).map(value => QUANTITY.exec(value))
  if (!values.every(Boolean)) return false
  return new Set(values.map(([, , unit]) => (unit ?? "").replace(/s$/, ""))).size <= 1
}
