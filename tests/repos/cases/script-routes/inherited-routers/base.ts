import { Router, type IRouter } from "express";
export abstract class Base {
  app: IRouter;
  constructor(protected config: object) { this.app = Router(); }
  protected get(path: string, handler: Function) { this.app.get(path, this.safe(handler)); }
  private safe(handler: Function) { return handler; }
  get router() { return this.app; }
}
