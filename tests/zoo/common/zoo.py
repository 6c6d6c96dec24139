"""The honest part of the zoo's bots in Python, and what their attacks share."""

import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
_escape = []
turns = 0
legal = ""


def escaped(what):
    """Says what got through: on stderr at once, and by resigning at its next turn."""
    os.write(2, f"ESCAPED {what}\n".encode())
    _escape.append(str(what))


def denied(what, attack, *arguments):
    """A call that must fail."""
    try:
        attack(*arguments)
    except Exception:
        return
    escaped(what)


def refused(what, result):
    """A result of C that must be -1."""
    if result != -1:
        escaped(what)


def target(key):
    """Something in the file of targets beside the bot, or an empty string."""
    try:
        with open("targets") as file:
            return dict(line.rstrip("\n").split(" ", 1) for line in file).get(key, "")
    except OSError:
        return ""


def say(text):
    data = (text + "\n").encode()
    while data:
        data = data[os.write(1, data):]


def play(hello=None, go=None):
    """Plays the first legal move each turn; `hello` and `go` are done just before the answer."""
    global turns, legal
    for line in iter(sys.stdin.readline, ""):
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            if hello:
                hello()
            say("ready")
        elif word == "legal":
            legal = rest.split()[0]
        elif word == "go":
            turns += 1
            if go:
                go()
            say(f"info ESCAPED {_escape[0]}\nresign" if _escape else "move " + legal)
        elif word == "quit":
            break
