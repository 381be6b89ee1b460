"""The steps of programs: what a body does, local names replaced by the values that they stand for.

A step is a tuple of its sign and what it needs, the numbers of earlier steps among it; -1 is a step of which nothing is known:

    t TYPE                  a value of a type
    @ TYPE                  a type itself
    n NAME LINE MODE [STEP] a name that is no local one, maybe a member of a value first
    . STEP NAME LINE MODE   a member of a value, a type or a namespace
    ( STEP [TYPES]          what a call gives; the types that it is given
    g TYPE                  a function that gives a type
    N TYPE LINE             what is made of a type
    u TYPE LINE             the name of a type, where it is only named
    y, ^                    the object itself, and itself as what is above
    [ STEP                  an element, by its index or key
    * STEP                  what a loop over it gets
    p STEP NUMBER           a part of it, by its place
    o STEP NAME NUMBER      what the method NAME of a value hands out by an argument
    | STEP STEP             the first, or where that is not known the second
    l STEP                  a list of it
    m STEP BASE NAME VALUE  what a call gives (STEP), of the method NAME of BASE with a function that gives VALUE
    e STEP NAME NUMBER MANY what the function gets, at a place and maybe with more, that is given to the method NAME of a value
    a STEP                  what is waited for
    s STEP NAME TEXT LINE   relations of a model that a text names (`lines.product`), given to the method NAME of a value

MODE is `c` where it is called, `w` where it gets a value, `m` where a method is named, `r` elsewhere.
"""

from __future__ import annotations

Step = tuple[str | int, ...]

UNKNOWN_STEP = -1
"""The number of a step of which nothing is known."""
