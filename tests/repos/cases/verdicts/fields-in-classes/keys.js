export default class Keys {
  #handlers = {
    ArrowDown(event) {
      return event;
    },
  };

  press(event) {
    this.#handlers[event.key]?.call(this, event);
  }

  forgotten() {}
}
