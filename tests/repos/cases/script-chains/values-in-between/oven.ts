export class Oven { static all: Oven[] = []; heat() {} }
export class Stove { heat() {} }
