import { OnEvent } from '@nestjs/event-emitter';
import { BellLostEvent } from './bell-lost.event';
import { BellRungEvent } from './bell-rung.event';

export class Keeper {
  @OnEvent(BellRungEvent.getName())
  public hear(event: BellRungEvent) {
    return event;
  }

  @OnEvent(BellLostEvent.getName())
  public search(event: BellLostEvent) {
    return event;
  }
}
