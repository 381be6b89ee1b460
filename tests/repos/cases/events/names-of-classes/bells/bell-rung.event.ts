export class BellRungEvent {
  public static getName() {
    return 'bell.rung';
  }
}
