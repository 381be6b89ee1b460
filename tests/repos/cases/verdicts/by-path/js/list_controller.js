import { Controller } from "stimulus";

export default class extends Controller {
  pickOne() {
    return 1;
  }

  pickNone() {
    return 1;
  }
}
