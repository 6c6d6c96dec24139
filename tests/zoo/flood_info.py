"""Information without measure.

tries: `info` lines without an end
must:  it loses by its flood
expect: loses flood
"""
from zoo import play, say


def attack():
    while True:
        say("info depth=1 score=2 text=" + "x" * 100)


play(go=attack)
