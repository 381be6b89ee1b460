import { Controller } from "@hotwired/stimulus"

export default class extends Controller {
  submit() {}
  change() {}
  flush() {}
  forgotten() {}
}
