export class BellLostEvent {
  static getName(): string {
    return 'bell.lost';
  }
}
