export class Table {
    run(name: string) {
        return this[name]();
    }

    sortRows() {
        return 1;
    }
}

export class Chair {
    rockSlowly() {
        return 1;
    }
}
