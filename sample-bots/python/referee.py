"""The bot's side of the referee's protocol: play() asks your choose(turn) for moves.

Needs only Python 3.8 or later. You don't need to change this file.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any, Callable

# The keys in JSON of the words that have no key in text.
WORDS = {
    "game": ["game"],
    "state": ["state"],
    "legal": ["moves"],
    "played": ["seat", "move"],
    "chance": ["seat", "outcome"],
    "out": ["seat"],
    "error": ["reason", "text"],
}


class Turn:
    """The information that a bot has when it is to move. Each game begins with a new one."""

    def __init__(self, game: str = "", options: dict[str, Any] | None = None) -> None:
        self.game = game  # the game's name, such as "onitama"
        self.options = options or {}  # all pairs of the game line
        self.seat: str = self.options.get("seat", "A")  # your letter
        self.seats: str = self.options.get("seats", "AB")  # the letters of all players
        self.random = random.Random(self.options.get("seed"))  # the same for one seed
        self.state = ""  # the state line: the whole position
        self.view: Any = None  # the state as JSON, after play(..., view=True)
        self.legal: list[str] = []  # the legal moves
        self.clock: dict[str, Any] = {}  # the pairs of the go line, such as move_ms
        self.happened: list[str] = []  # moves and dice since your last turn
        self._asked = time.monotonic()
        self._info: dict[str, Any] = {}

    def elapsed_ms(self) -> float:
        """Milliseconds since go was read."""
        return (time.monotonic() - self._asked) * 1000

    def left_ms(self) -> float:
        """Milliseconds left for this move or, with a clock for the game, on that clock."""
        for key in ("move_ms", "clock_ms", "cap_ms"):
            if key in self.clock:
                return self.clock[key] - self.elapsed_ms()
        return float("inf")

    def info(self, **pairs: Any) -> None:
        """Add a remark to the next move: info(depth=6, score=1.5, text="hm")."""
        self._info.update(pairs)

    def mark(self, *squares: str) -> None:
        """Mark squares on the board that viewers draw: mark("e4", "e5")."""
        self._info.setdefault("mark", []).extend(squares)

    def arrow(self, start: str, target: str) -> None:
        """Draw an arrow from square to square: arrow("d1", "d2")."""
        self._info.setdefault("arrow", []).append(start + target)


def play(choose: Callable[[Turn], str | None], name: str, view: bool = False) -> None:
    """Talk to the referee until quit or the end of the input.

    choose returns a move, or None to resign. With view=True the referee is asked for JSON.
    """
    turn = Turn()
    for line in sys.stdin:
        line = line.strip()
        if view and line.startswith("{"):
            message = json.loads(line)
            turn.view = message.pop("view", turn.view)
            line = as_text(message)
        keyword, _, rest = line.partition(" ")
        words = rest.split()
        if keyword == "hello":
            say(f"ready {name} json=on" if view else f"ready {name}")
        elif keyword == "game" and words:
            turn = Turn(words[0], pairs(words))
        elif keyword == "state":
            turn.state, turn.legal = rest, []
        elif keyword == "legal":
            turn.legal = words
        elif keyword in ("played", "chance", "out"):
            turn.happened.append(line)
        elif keyword == "go":
            turn.clock, turn._asked, turn._info = pairs(words), time.monotonic(), {}
            move = choose(turn)
            if turn._info:
                info = (f"{key}={quoted(value)}" for key, value in turn._info.items())
                say("info " + " ".join(info))
            say(f"move {move}" if move else "resign")
            turn.happened = []
        elif keyword == "error":  # an error message
            print(rest, file=sys.stderr)
        elif keyword == "quit":
            break
        # The result and unknown keywords need no answer.


def say(line: str) -> None:
    """Write a line and flush it: an answer that stays in the buffer loses on time."""
    print(line, flush=True)


def pairs(words: list[str]) -> dict[str, Any]:
    """Pick the key=value pairs out of the words of a line."""
    found = (word.split("=", 1) for word in words if "=" in word)
    return {key: int(value) if value.isdigit() else value for key, value in found}


def quoted(value: Any) -> str:
    """A value of an info line: lists joined by commas, and blanks between quotation marks."""
    if isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    text = " ".join(str(value).split()).replace('"', "'")
    return f'"{text}"' if " " in text else text


def as_text(message: dict[str, Any]) -> str:
    """Convert a JSON message to the line of text with the same meaning."""
    keyword = message.pop("type", "")
    words = [keyword]
    for key in WORDS.get(keyword, []):
        value = message.pop(key, "")
        words += value if isinstance(value, list) else [str(value)]
    return " ".join(words + [f"{key}={value}" for key, value in message.items()])
