"""An honest bot that takes its time: it plays the first legal move, and its arguments say how much CPU
time that costs, in microseconds:

    python3 slow_reader.py LINE MOVE [MOVES]

LINE for each line that it doesn't know, MOVE for each move, or for the first MOVES of a process.
"""

import sys
import time

LINE, MOVE = (int(word) * 1000 for word in sys.argv[1:3])
moves = int(sys.argv[3]) if len(sys.argv) > 3 else None


def work(nanoseconds):
    end = time.thread_time_ns() + nanoseconds
    while time.thread_time_ns() < end:
        pass


legal = []
while line := sys.stdin.readline():
    keyword, *words = line.split()
    if keyword == "hello":
        print("ready slow", flush=True)
    elif keyword == "legal":
        legal = words
    elif keyword == "go":
        if moves != 0:
            work(MOVE)
        if moves:
            moves -= 1
        print("move " + legal[0], flush=True)
    elif keyword == "quit":
        break
    elif keyword == "weather":
        work(LINE)
