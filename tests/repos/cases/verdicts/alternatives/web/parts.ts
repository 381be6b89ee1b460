export class Leaf {
  sizeOf(): number {
    return 1;
  }
  colourOf(): number {
    return 1;
  }
}

export class Stem {
  sizeOf(): number {
    return 2;
  }
}

export class Root {
  sizeOf(): number {
    return 3;
  }
}

export interface Twig {
  kind: string;
}
export class Twig extends Stem {
  bendOver(): number {
    return 4;
  }
}

export class Bud extends Twig {
  sizeOf(): number {
    return 5;
  }
}

export function measure(parts: Array<Leaf | Stem>): number {
  const part: Leaf = parts[0];
  return part.sizeOf() + new Stem().sizeOf();
}

export const roots = [Root, Bud, Leaf].map((one) => new one());
measure(roots);
