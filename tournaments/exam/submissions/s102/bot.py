"""Thinks for too long."""

import time
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
        time.sleep(2)
        print("move", legal[0], flush=True)
    elif keyword == "quit":
        break
