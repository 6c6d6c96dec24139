"""A move with a NUL.

tries: a legal move that ends in a NUL
must:  it is told that the move is illegal
expect: loses illegal-move
"""
import os
import zoo


def attack():
    os.write(1, b"move " + zoo.legal.encode() + b"\0\n")


zoo.play(go=attack)
