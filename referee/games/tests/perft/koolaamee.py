"""Counts the figures of koolaamee.txt anew, by rules written a second time: sets of squares, and lists of all places of
all tiles.

Usage: koolaamee.py [FILE]
"""
import sys
from pathlib import Path

SIDE = 10
CLASSIC = ("...a....../...abbccdd/...abbccdd/.ffhhhiidd/effjjjkkll/"
           "eggjjjkkqq/.ggmmmnoqq/...mmmnoqq/...pppn.../..........")
EMPTY = "/".join(["." * SIDE] * SIDE)
KINDS = ["2x3", "2x2", "1x3", "1x2"]
ALL = [4, 5, 4, 4]
STARTS = {
    "classic": f"{CLASSIC} {EMPTY} A - - 28,28",
    "random": f"{CLASSIC} {EMPTY} A - - 28,28",
    "drafted": f"{EMPTY} {EMPTY} A - - 28,28 4,5,4,4",
}


def places():
    """All places of tiles: the kind, the squares, and the squares beside them."""
    found = []
    for kind, name in enumerate(KINDS):
        short, long = map(int, name.split("x"))
        for width, height in {(short, long), (long, short)}:
            for x in range(SIDE - width + 1):
                for y in range(SIDE - height + 1):
                    squares = {(x + i, y + j) for i in range(width) for j in range(height)}
                    around = {(a + i, b + j) for a, b in squares for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                    found.append((kind, frozenset(squares), frozenset(around - squares)))
    return found


PLACES = places()


def cells(rows):
    """The letters of ten rows by their squares."""
    return {(x, y): c for y, row in enumerate(rows.split("/")) for x, c in enumerate(row) if c != "."}


def square(name):
    return None if name == "-" else ("abcdefghij".index(name[0]), int(name[1:]) - 1)


class Position:
    """Tiles are a list of sets of squares; marbles are the taken squares; the first of two is the player to move."""

    def __init__(self, tiles, to_lay, taken, lasts, left):
        self.tiles, self.to_lay, self.taken, self.lasts, self.left = tiles, to_lay, taken, lasts, left

    @classmethod
    def read(cls, line):
        tiles, marbles, player, last, own, left, *to_lay = line.split()
        letters = cells(tiles)
        tiles = [frozenset(at for at, c in letters.items() if c == letter) for letter in sorted(set(letters.values()))]
        left = [int(count) for count in left.split(",")]
        to_lay = [int(count) for count in to_lay[0].split(",")] if to_lay else [0] * len(KINDS)
        return cls(tiles, to_lay, frozenset(cells(marbles)), (square(own), square(last)),
                   tuple(left if player == "A" else left[::-1]))

    def moves(self):
        """A tile is (kind, squares, around), a marble is a square."""
        if any(self.to_lay):
            laid = frozenset().union(*self.tiles)
            return [place for place in PLACES if self.to_lay[place[0]] and not place[1] & laid
                    and (not laid or place[2] & laid)]
        (own, last), (left, _) = self.lasts, self.left
        if not left:
            return []
        on = {at: tile for tile in self.tiles for at in tile}
        return [at for at, tile in on.items() if at not in self.taken
                and (last is None or (at[0] == last[0] or at[1] == last[1]) and last not in tile)
                and own not in tile]

    def play(self, move):
        if not any(self.to_lay):
            (own, last), (mine, other) = self.lasts, self.left
            return Position(self.tiles, self.to_lay, self.taken | {move}, (last, move), (other, mine - 1))
        to_lay = list(self.to_lay)
        to_lay[move[0]] -= 1
        after = Position([*self.tiles, move[1]], to_lay, self.taken, self.lasts, self.left[::-1])
        if any(to_lay) and not after.moves():
            after.to_lay = [0] * len(KINDS)
        return after


def perft(position, depth):
    moves = position.moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


def main():
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_suffix(".txt")
    board, line, wrong, count = "classic", None, 0, 0
    for number, text in enumerate(file.read_text().splitlines(), 1):
        word, _, rest = text.partition(" ")
        if word == "options":
            board = rest.removeprefix("board=")
        elif word == "state":
            line = STARTS[board] if rest == "default" else rest
        elif word == "perft":
            for depth, figure in enumerate(map(int, rest.split()), 1):
                counted = perft(Position.read(line), depth)
                count += 1
                if counted != figure:
                    wrong += 1
                    print(f"{file.name}:{number}: depth {depth}: found {figure}, counted {counted}", flush=True)
    print(f"{count} figures, {wrong} wrong")
    sys.exit(1 if wrong or not count else 0)


if __name__ == "__main__":
    main()
