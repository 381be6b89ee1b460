import { Hook } from "somewhere";

export class Model {
    @Hook("before")
    static rememberDate() {
        return 1;
    }

    static forgetDate() {
        return 2;
    }
}
