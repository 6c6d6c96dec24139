"""An honest bot but for one habit, which is its argument:

    python3 wayward.py ignores-quit

The habits stand in HABITS below, each with where it shows.
"""

import sys
import time

HABITS = {
    "none": "honest",
    "buffers": "nothing is flushed",
    "buffers-moves": "moves aren't flushed",
    "reads-all": "it answers at the end of its input",
    "banner": "it greets before `ready`",
    "chatters": "it prints what it thinks",
    "capital": "`Move` instead of `move`",
    "colon": "`move:` instead of `move`",
    "bare": "the move without `move`",
    "twice": "each answer is given twice",
    "always-a": "as B it prints a move of nobody",
    "theirs": "it answers with moves of the opponent",
    "old": "it answers the first question again and again",
    "one-game": "it ends after `result`",
    "strict-keywords": "it dies of keywords that it doesn't know",
    "strict-keys": "it dies of keys that it doesn't know",
    "fixed-order": "it wants `seat=` as the second word of `game`",
    "short-lines": "its lines have 4000 bytes",
    "move-ms-only": "it needs move_ms on `go`",
    "few-lines": "it stops reading after 500 lines before a question",
    "json": "it says json=on and reads text",
    "json-well": "it says json=on and reads JSON",
    "no-legal": "it says legal=off and doesn't know the rules",
    "games": "it names a game that there isn't",
    "ignores-quit": "it runs on after `quit`",
    "ignores-end": "it runs on after the end of its input",
    "hoards": "it holds more memory with each move",
    "dice": "it draws without the seed",
    "slow": "it is late at its third move",
    "startled": "it needs 800 ms more after a message that it doesn't know",
    "misses-module": "it imports what isn't there",
    "logs": "it writes a log into its folder",
    "threads": "it starts more threads than it may",
}

habit = sys.argv[1]
assert habit in HABITS, habit
if habit == "misses-module":
    import no_such_module  # noqa: F401
if habit == "logs":
    open("wayward.log", "w")
if habit == "threads":
    import threading

    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()

legal = []
first = []
hoard = []
asked = 0
lines = 0
startled = False
seat = "A"


def say(line, flush=True):
    print(line, flush=flush and habit != "buffers")


def hello():
    if habit == "banner":
        say("Welcome!")
    claims = {
        "json": " json=on",
        "json-well": " json=on",
        "no-legal": " legal=off",
        "games": " games=onitama,go",
    }
    say("ready wayward" + claims.get(habit, ""))


def go(words):
    global asked, startled
    asked += 1
    if startled:
        time.sleep(0.8)
        startled = False
    if habit == "move-ms-only":
        int(dict(word.split("=") for word in words)["move_ms"])
    if habit == "hoards":
        hoard.append(b"x" * (60 << 20))
    if habit == "slow" and asked == 3:
        time.sleep(20)
    if habit == "chatters":
        say("let me see")
    word = "1a1a1s" if habit == "no-legal" else legal[0]
    if habit == "dice":
        # Only here: all others start in less time without it.
        import random

        word = random.choice(legal)
    if habit == "always-a" and seat != "A":
        word = "nowhere"
    if habit == "old":
        first[:] = first or [word]
        word = first[0]
    if habit == "theirs":
        word = theirs(word)
    if habit == "bare":
        say(word)
    elif habit == "capital":
        say("Move " + word)
    elif habit == "colon":
        say("move: " + word)
    else:
        say("move " + word, flush=habit != "buffers-moves")
    if habit == "twice":
        say("move " + word)


def theirs(word):
    """In cublino-contra: a tip of an opponent's die on the other side of the board."""
    return "d7d6" if seat == "A" else "d1d2"


def listen():
    global lines, seat, startled
    for line in sys.stdin:
        words = line.split()
        lines += 1
        if habit == "json-well":
            words = from_json(line)
        if habit == "short-lines" and len(line) > 4000:
            sys.exit("a line is too long")
        if habit == "few-lines" and lines > 500:
            time.sleep(60)
        keyword = words[0]
        if keyword == "hello":
            hello()
        elif keyword == "game":
            if habit == "fixed-order":
                assert words[2].startswith("seat="), "no seat"
            pairs = dict(word.split("=", 1) for word in words if "=" in word)
            seat = pairs.get("seat", "A")
            if habit == "strict-keys" and "mood" in pairs:
                sys.exit("what is mood?")
        elif keyword == "legal":
            legal[:] = words[1:]
        elif keyword == "go":
            if habit == "strict-keys" and any("mood" in word for word in words):
                sys.exit("what is mood?")
            lines = 0
            go(words[1:])
        elif keyword == "result" and habit == "one-game":
            sys.exit(0)
        elif keyword == "quit" and habit != "ignores-quit":
            sys.exit(0)
        elif habit == "strict-keywords" and keyword in ("weather", "news"):
            raise ValueError("unknown keyword " + keyword)
        elif habit == "startled" and keyword in ("weather", "news"):
            startled = True
    if habit == "ignores-end":
        time.sleep(60)
    if habit == "ignores-quit":
        time.sleep(60)


def from_json(line):
    """The words that a line of text would have, as far as this bot needs them."""
    import json

    if not line.startswith("{"):
        return line.split()
    message = json.loads(line)
    if message["type"] == "legal":
        return ["legal"] + message["moves"]
    if message["type"] == "game":
        return ["game", message["game"], "seat=" + message["seat"]]
    return [message["type"]]


if habit == "reads-all":
    sys.stdin.read()
    hello()
else:
    listen()
