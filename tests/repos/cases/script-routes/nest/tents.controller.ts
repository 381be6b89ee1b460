import { Controller, Get, Post } from "@nestjs/common";
import { KeepsDry } from "./rains.decorator";

@Controller("tents")
export class TentsController {
  @KeepsDry("roof")
  @Get()
  public all() { return []; }
  @Post()
  public pitch() { return 1; }
}
