import { Cart } from "./cart";
import { allow, Audited, io, queue, wrap } from "./outside";

// Who may empty a cart.
allow(Cart, "empty", (cart: Cart) => {
  return owns(cart);
});

io.on("connection", (socket) => {
  const limit = 3;

  socket.on("cart.add", wrap(async (cart: Cart) => {
    owns(cart, limit);
  }));

  socket.on("close", () => stop());

  function stop() {
    owns(socket.cart);
  }
});

export function start(cart: Cart): void {
  queue.process("totals", async () => {
    owns(cart);
  });
  withSpan("start", () => {
    owns(cart);
  });
  queue.emit("started", function () {
    owns(cart);
  });
}

function owns(cart: Cart, limit = 0): boolean {
  return limit > 0;
}

export class Hooks {
  /** Run before each save. */
  @Audited
  @Audited("twice")
  static check(cart: Cart): boolean {
    return owns(cart);
  }
}
