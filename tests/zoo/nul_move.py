"""A move with a NUL.

tries: a legal move that ends in a NUL, and one of bytes that aren't UTF-8
must:  it is told that the move is illegal
expect: loses illegal-move
"""
import os
import zoo


def attack():
    os.write(1, b"move " + (zoo.legal.encode() + b"\0" if zoo.turns % 2 else b"\xff\xfe") + b"\n")


zoo.play(go=attack)
