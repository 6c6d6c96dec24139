"""A bot that answers before it is asked.

tries: moves and `ready` while the other seat thinks, and before any `go`
must:  what comes early is chatter, and never played
expect: plays
"""
import sys
import zoo

for line in iter(sys.stdin.readline, ""):
    words = line.split() or [""]
    if words[0] == "hello":
        zoo.say("move 1e4d3r\nready\nready\nmove 1e4d3r\nresign")
    elif words[0] == "legal":
        move = words[1]
    elif words[0] == "go":
        zoo.say("move " + move + "\nresign\nmove 9z9z9\nmove " + move)
