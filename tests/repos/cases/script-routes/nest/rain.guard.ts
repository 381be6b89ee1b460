export class RainGuard {
  canActivate() { return true; }
}
