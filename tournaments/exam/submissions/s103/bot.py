"""Forgets that B sees the cards turned by 180 degrees, and invents a move."""

import random
import sys

legal = []
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "hello":
        print("ready", flush=True)
    elif keyword == "game":
        seat = dict(word.split("=") for word in words[1:])["seat"]
        random.seed(7)
        turn = 0
    elif keyword == "state":
        state = words
    elif keyword == "legal":
        legal = words
    elif keyword == "go":
        turn += 1
        print("s103: my turn", turn, file=sys.stderr, flush=True)
        print("info text=\"s103 thinks\"", flush=True)
        print("move", legal[0] if seat == "A" else "1a1e5s", flush=True)
    elif keyword == "quit":
        break
