"""A move that isn't UTF-8.

tries: a move with the byte of a letter in Latin-1
must:  it is told that the move is illegal
expect: loses illegal-move
"""
import os
import zoo

zoo.play(go=lambda: os.write(1, b"move 1e4\xe43r\n"))
