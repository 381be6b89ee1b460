import { Winch } from "@elsewhere/alias";

export function build() {
    return new Winch();
}
