export class Glazes { mix(color: string) { return color; } }
export class Ovens { fire(hours: number) { return hours; } }
export class Sieves { shake() { return 1; } }
export interface Workshop { glazes: Glazes; ovens: Ovens; sieves: Sieves }
