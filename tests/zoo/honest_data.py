"""An honest bot with a book.

tries: nothing; it reads files of its own folder, by relative and absolute paths, and its own source
must:  it plays to the end
expect: plays
"""
import os
import zoo


def hello():
    here = os.path.dirname(os.path.abspath(__file__))
    with open("zoo.py") as one, open(os.path.join(here, "zoo.py")) as two:
        if one.read() != two.read():
            raise SystemExit(9)
    if "zoo.py" not in os.listdir(".") or not os.path.samefile(".", here):
        raise SystemExit(8)


zoo.play(hello)
