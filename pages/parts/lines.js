// Lines of a code pane that the address names: chosen and marked in the browser, without the server.

function named(lines) {
  return `${lines.pane} ${lines.start}-${lines.end}`
}

// Marks the lines that are elements by now; those that are still text are marked when they become elements. Where the address
// names no line, those that the server has marked stay so: what an answer cites.
function mark(root) {
  const { pane, start, end } = root.lines ?? {}
  if (!start) return
  for (const line of root.querySelectorAll(".l.target")) line.classList.remove("target")
  const excerpts = root.querySelectorAll(`.code[id^="${CSS.escape(pane)}-"]`)
  for (const { id } of excerpts) {
    for (let line = start; line <= Math.min(end, start + 2000); line++) {
      root.getRootNode().getElementById(`${id}-${line}`)?.classList.add("target")
    }
  }
}

// Makes a line, or with shift a range, the line of the address.
function choose(root, target, value) {
  const [start, end] = value.split("-").map(Number)
  const code = target.closest(".code")
  root.lines = { pane: code.id.replace(/-\d+$/, ""), start, end: end || start }
  mark(root)
  history.replaceState(history.state, "", changed("line", value))
}

// Goes to a line of the code beside: an entry of an outline.
function jump(root, target) {
  const code = root.querySelector(".code")
  choose(root, code, target.dataset.jump)
  reveal(root, `${code.id}-${target.dataset.jump}`)
  for (const one of root.querySelectorAll("[data-jump][aria-current]")) one.removeAttribute("aria-current")
  target.setAttribute("aria-current", "true")
}
