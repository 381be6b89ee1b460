import Log from "./log";
export class UiStore { toggle() {} }
export default class RootStore { ui: UiStore; log: Log = new Log(); }
