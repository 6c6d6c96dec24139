"""Plays Pig: holds as soon as a turn has as many points as the argument says."""

import sys

ENOUGH = int(sys.argv[1])

for line in sys.stdin:
    word, *rest = line.split()
    if word == "hello":
        print("ready pig", flush=True)
    elif word == "state":
        points = int(rest[2])  # of this turn
    elif word == "go":
        print("move hold" if points >= ENOUGH else "move roll", flush=True)
    elif word == "quit":
        break
