import { EventEmitter2 } from '@nestjs/event-emitter';
import { BellRungEvent } from './bell-rung.event';

export class Tower {
  constructor(private readonly eventEmitter: EventEmitter2) {}

  public ring() {
    this.eventEmitter.emit(BellRungEvent.getName(), new BellRungEvent());
  }
}
