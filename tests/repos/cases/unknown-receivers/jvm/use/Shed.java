package shed;

import lib.Library;

class Shed {
    void open() {
        Library.anything().mixTheColours();
        Library.anything().polishTheDoor();
    }
}
