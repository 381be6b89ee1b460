export class Bee { fly() {} home: Hive; }
export class Hive { bees: Bee[] = []; open() {} }
