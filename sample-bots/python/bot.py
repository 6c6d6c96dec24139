#!/usr/bin/env python3
"""A bot for the referee in one file, without dependencies, for Python 3.8 or later.

Copy it and write your own choose() at the end; the part before it can stay as it is.
"""

from __future__ import annotations

import random
import sys

# ----- The protocol: what the referee says, and how to answer ---------------------------------


class Turn:
    """What the bot knows when it is to move."""

    def __init__(self, game: str, options: dict[str, str]) -> None:
        self.game = game  # the game's name, such as "onitama"
        self.options = options  # all of the game line: seat, seats, id, seed, the game's own
        self.seat = options.get("seat", "A")  # the bot's letter
        self.random = random.Random(options.get("seed"))  # the same for the same seed
        self.state = ""  # the state line: the complete position
        self.legal: list[str] = []  # the legal moves
        self.clock: dict[str, str] = {}  # the time for this move, such as move_ms
        self.happened: list[str] = []  # played, chance and out lines since the last turn


def say(line: str) -> None:
    """Write a line and flush it: an answer that stays in the buffer loses on time."""
    print(line, flush=True)


def pairs(words: list[str]) -> dict[str, str]:
    """Pick the key=value pairs out of the words of a line."""
    return dict(word.split("=", 1) for word in words if "=" in word)


def play() -> None:
    """Talk to the referee until it says quit, or says no more."""
    turn = Turn("", {})
    for line in sys.stdin:
        keyword, _, rest = line.strip().partition(" ")
        words = rest.split()
        if keyword == "hello":
            say("ready python-bot")
        elif keyword == "game":
            turn = Turn(words[0], pairs(words))
        elif keyword == "state":
            turn.state, turn.legal = rest, []
        elif keyword == "legal":
            turn.legal = words
        elif keyword in ("played", "chance", "out"):
            turn.happened.append(line.strip())
        elif keyword == "go":
            turn.clock = pairs(words)
            move = choose(turn)
            say(f"move {move}" if move else "resign")
            turn.happened = []
        elif keyword == "error":  # what went wrong, in words; stderr is free for such things
            print(rest, file=sys.stderr)
        elif keyword == "quit":
            break
        # The result and unknown keywords need no answer.


# ----- The strategy: this part is yours -------------------------------------------------------


def choose(turn: Turn) -> str | None:
    """Choose a move; None gives up."""
    if not turn.legal:  # never, unless the tournament says legal=off
        return None
    if turn.game == "onitama":
        for move in turn.legal:
            if wins_onitama(turn.state, move):
                return move
    return turn.random.choice(turn.legal)


def wins_onitama(state: str, move: str) -> bool:
    """Tell whether a move such as 1e4d3r takes the general, or leads the own one to the base."""
    board, player = state.split()[:2]
    start, target = move[1:3], move[3:5]
    if start == "XX":  # no pawn can move
        return False
    rows = dict(zip("abcde", board.split("/")))
    pawn = rows[start[0]][int(start[1]) - 1]
    victim = rows[target[0]][int(target[1]) - 1]
    enemy, base = ("B", "a3") if player == "A" else ("A", "e3")
    return victim == enemy or (pawn == player and target == base)


if __name__ == "__main__":
    play()
