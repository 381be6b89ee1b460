import { useRef } from "react";

export class Loom {
  weave() { return this; }
  plans = computed(() => {
    const plan = {
      size: 1,
      first: this.weave(),
      late: () => this.weave(),
      run() { this.stop(); },
      stop() {},
    };
    return plan;
  });
}

export function Bench() {
  const loom = useRef<Loom>(null);
  loom.current?.weave();
  return <i />;
}

export const chain = (loom: Loom) =>
  loom

    .weave();
