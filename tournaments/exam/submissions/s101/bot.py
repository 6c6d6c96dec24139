"""Takes a win where there is one, else a random move."""

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
        # Into the opponent's base, or any move.
        base = "a3" if seat == "A" else "e3"
        general = next((f"{row}{column}" for row, squares in zip("abcde", state[0].split("/"))
                        for column, square in enumerate(squares, 1) if square == seat), "")
        wins = [move for move in legal if move[1:5] == general + base]
        print("info text=\"s101 thinks\"", flush=True)
        print("move", random.choice(wins or legal), flush=True)
    elif keyword == "quit":
        break
