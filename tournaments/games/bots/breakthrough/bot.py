"""Plays Breakthrough: wins or takes if it can, and else goes where nothing takes it."""

import sys


def value(state, move):
    """A number for a move; larger is better."""
    board, me = state.split()
    rows = board.split("/")[::-1]
    size, ahead, other = len(rows), (1 if me == "A" else -1), ("B" if me == "A" else "A")

    def piece(x, y):
        return rows[y][x] if 0 <= x < size and 0 <= y < size else ""

    x, y = "abcdefgh".index(move[2]), int(move[3]) - 1
    done = y if me == "A" else size - 1 - y  # rows behind the pawn
    if done == size - 1:
        return 1000
    takes = piece(x, y) == other
    danger = size - done if takes else 0  # a pawn of the opponent that is close to its goal
    attackers = [piece(x + side, y + ahead) for side in (-1, 1)].count(other)
    defenders = [piece(x + side, y - ahead) for side in (-1, 1)].count(me)
    if move[0] != move[2]:
        defenders -= 1  # the pawn itself stood there
    lost = attackers > defenders
    return 20 * takes + 5 * danger + done - (30 + done if lost else 0)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("ready breakthrough", flush=True)
    elif word == "state":
        state = rest
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("move", max(legal, key=lambda move: value(state, move)), flush=True)
    elif word == "quit":
        break
