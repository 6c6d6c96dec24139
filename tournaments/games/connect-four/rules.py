"""Answers the referee's questions about a game (docs/rules.md); connect_four.py is an example.

A game's new, state and play (and chance) set its line, turn and legal, or raise an error."""

import sys


def serve(game):
    sys.stdin.reconfigure(errors="replace", newline="\n")  # no byte is an error
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            break
        try:
            text = answer(game, word, rest)
        except Exception as error:
            text = "error " + (" ".join(str(error).split()) or type(error).__name__)
        sys.stdout.write(text + "\n")  # the whole answer in one write, which is faster
        sys.stdout.flush()


def answer(game, word, rest):
    if word == "hello":
        return " ".join(["ready"] + [w for w in ("chance", "explain", "view") if hasattr(game, w)])
    if word in ("explain", "view"):
        return f"{word} {getattr(game, word)(*rest.split())}"
    if word == "play" and rest not in game.legal:
        raise ValueError(f"illegal-move {rest!a}")
    if word == "new":
        game.new(**dict(option.split("=") for option in rest.split()))
    elif word in ("state", "play", "chance"):
        getattr(game, word)(rest)
    else:
        raise ValueError(f"unknown question {word!a}")
    legal = "\nlegal " + " ".join(game.legal) if game.legal else ""
    return f"state {game.line}\nturn {game.turn}{legal}"
