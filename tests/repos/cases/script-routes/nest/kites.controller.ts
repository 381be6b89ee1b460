import { Controller, Get, Post, UseGuards, Version } from "@nestjs/common";
import { KitesService } from "./kites.service";
import { WindGuard } from "./wind.guard";

@Controller("kites")
export class KitesController {
  constructor(private readonly kites: KitesService) {}
  @Get()
  public all() { return this.kites.list(); }
  @UseGuards(WindGuard)
  @Version("2")
  @Post(":id/fly")
  public async fly(@Param("id") id: string) { return id; }
  helper() {}
}
