import type { Plugin } from "./plugin";

export default <Plugin>{
  onOpenShop() {
    return 1;
  },
};
