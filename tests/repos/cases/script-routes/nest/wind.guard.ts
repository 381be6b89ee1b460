export class WindGuard { canActivate() { return true; } }
