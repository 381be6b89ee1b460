import { Router } from "express";
export interface Rule { verb: "get" | "post"; path: string; handler: Function; middleware?: Function[] }
export default class Base {
  private gate = Router();
  constructor(protected settings: object) {}
  route(rule: Rule) { this.gate[rule.verb](rule.path, ...(rule.middleware ?? []), rule.handler.bind(this)); }
  get(path: string, handler: Function, right?: string) { this.route({ method: "get", path, handler }); }
  post(path: string, handler: Function, right?: string) { this.route({ method: "post", path, handler }); }
  below(path: string, inner: Router) { this.gate.use(path, inner); }
  note(path: string, text: string) { return path + text; }
  get router() { return this.gate; }
}
