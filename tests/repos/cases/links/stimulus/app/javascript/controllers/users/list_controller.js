import { Controller } from "@hotwired/stimulus"

export default class ListController extends Controller {
  open() {}
}
