"""A bot that leaves when it has nothing more to do.

tries: to exit right after its last move, before the game is over
must:  the game ends as if it were there
expect: plays
"""
import os
import sys
import zoo

# The state's third field: the turns that are left.
for line in iter(sys.stdin.readline, ""):
    words = line.split() or [""]
    if words[0] == "hello":
        zoo.say("ready")
    elif words[0] == "state":
        left = int(words[3])
    elif words[0] == "legal":
        move = words[1]
    elif words[0] == "go":
        zoo.say("move " + move)
        if left <= 2:
            os._exit(0)
