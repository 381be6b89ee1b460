import { applyDecorators, SetMetadata, UseGuards } from "@nestjs/common";
import { RainGuard } from "./rain.guard";

export function KeepsDry(...places: string[]) {
  return applyDecorators(SetMetadata("places", places), UseGuards(RainGuard));
}
