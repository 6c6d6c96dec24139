"""Plays Connect Four: takes a win, blocks a win, and else prefers the centre."""

import sys


def drop(rows, x, player):
    """Return the rows, from the top, with one more disc in column x."""
    y = max(y for y, row in enumerate(rows) if row[x] == ".")
    return rows[:y] + [rows[y][:x] + player + rows[y][x + 1 :]] + rows[y + 1 :]


def wins(rows, player):
    """Whether four discs of the player stand in line."""
    squares = {(x, y) for y, row in enumerate(rows) for x, disc in enumerate(row) if disc == player}
    ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
    return any(
        all((x + i * dx, y + i * dy) in squares for i in range(4))
        for x, y in squares
        for dx, dy in ways
    )


def choose(state, legal):
    board, me = state.split()
    rows, other = board.split("/"), "B" if me == "A" else "A"
    for player in me, other:
        for column in legal:
            if wins(drop(rows, ord(column) - ord("a"), player), player):
                return column
    centre = (len(rows[0]) - 1) / 2
    return min(legal, key=lambda column: abs(ord(column) - ord("a") - centre))


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("ready four-python", flush=True)
    elif word == "state":
        state = rest
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("move", choose(state, legal), flush=True)
    elif word == "quit":
        break
