export class Winch {}

export function lonely() {
    return 1;
}
