"""A bot that keeps to a transcript.

    python3 transcript.py play FILE         the bot whose conversation the file is
    python3 transcript.py answer WORD ...   an opponent: what it answers to one `go` after the other
"""

import os
import sys


def write(line):
    os.write(1, (line + "\n").encode())


def play(file):
    """Say each line once the referee has said as many lines as stand before it."""
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            sign, _, text = line.rstrip("\n").partition(" ")
            if sign == ">" and not sys.stdin.readline():
                sys.exit("the referee says no more, but should say: " + text)
            if sign == "<":
                write(text)


def answer(words):
    """Shake hands, and answer as long as there are words."""
    sys.stdin.readline()
    write("ready opponent")
    for word in words:
        while not sys.stdin.readline().startswith("go"):
            pass
        write(word if word == "resign" else "move " + word)


if sys.argv[1] == "play":
    play(sys.argv[2])
else:
    answer(sys.argv[2:])
for line in sys.stdin:
    if line.startswith("go"):
        sys.exit("nothing is left to answer")
