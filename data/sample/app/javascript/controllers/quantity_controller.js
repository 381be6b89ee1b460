import { Controller } from "@hotwired/stimulus"

// Saves a changed number of pieces after the customer has stopped typing.
export default class extends Controller {
  static targets = ["field"]
  static values = { url: String, delay: { type: Number, default: 400 } }

  save() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.send(), this.delayValue)
  }

  send() {
    if (!this.hasUrlValue) return

    fetch(this.urlValue, {
      method: "PATCH",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": this.csrfToken },
      body: JSON.stringify({ quantity: this.fieldTarget.value }),
    })
  }

  get csrfToken() {
    return document.querySelector("meta[name=csrf-token]").content
  }
}
