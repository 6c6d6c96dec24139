"""Plays Onitama and looks one move ahead: it takes a win, avoids a loss, and likes to capture.

Other games it plays by random legal moves.
"""

from referee import play

BASES = {"A": "e3", "B": "a3"}
WALL = {"u": (-1, 0), "l": (0, -1), "d": (1, 0), "r": (0, 1)}


def choose(turn):
    """Sort the legal moves into better and worse ones, and take one of the best."""
    if not turn.legal:
        return None
    if turn.game != "onitama":
        return turn.random.choice(turn.legal)
    position = Position(turn.state)
    wins = [move for move in turn.legal if position.wins(move)]
    safe = [move for move in turn.legal if not position.exposes(move)]
    captures = [move for move in safe if position.captures(move)]
    move = turn.random.choice(wins or captures or safe or turn.legal)
    start, target = move[1:3], move[3:5]
    if start != "XX":  # XX: no pawn can move
        turn.arrow(start, target)
    turn.info(text="a win" if wins else f"{len(safe)} of {len(turn.legal)} are safe")
    return move


class Position:
    """A state line taken apart. The board is a dictionary from squares such as "e3"."""

    def __init__(self, state):
        board, self.me, _turns, a1, a2, b1, b2, _side = state.split()
        self.board = {
            row + column: piece
            for row, line in zip("abcde", board.split("/"))
            for column, piece in zip("12345", line)
        }
        # The opponent's cards stay what they are; only mine change by my move.
        self.rival, cards = ("B", [b1, b2]) if self.me == "A" else ("A", [a1, a2])
        self.replies = [step for card in cards for step in steps(card, self.rival)]

    def wins(self, move):
        """Whether the move takes the general, or leads the own one into the opponent's base."""
        start, target = move[1:3], move[3:5]
        if start == "XX":
            return False
        enters = self.board[start] == self.me and target == BASES[self.rival]
        return enters or self.board[target] == self.rival

    def captures(self, move):
        """Whether the move takes a pawn."""
        return self.board.get(move[3:5]) == self.rival.lower()

    def exposes(self, move):
        """Whether the opponent can win by its next move."""
        board = self.after(move)
        for square, pawn in board.items():
            if pawn.upper() != self.rival:
                continue
            for step in self.replies:
                target = shifted(square, step)
                # Its own soldier may be in the general's way.
                free = board.get(target) != self.rival.lower()
                enters = pawn == self.rival and target == BASES[self.me] and free
                if enters or board.get(target) == self.me:
                    return True
        return False

    def after(self, move):
        """The board after a move and the move of the wall behind it."""
        board = dict(self.board)
        start, target, wall = move[1:3], move[3:5], move[5]
        if start != "XX":
            board[target], board[start] = board[start], "."
        if wall != "s":
            old = next(square for square, piece in board.items() if piece == "W")
            new = shifted(old, WALL[wall])
            # An own soldier there changes places with the wall.
            board[old], board[new] = board[new], "W"
        return board


def steps(card, holder):
    """The steps (down, right) on a card; B sees its cards turned by 180 degrees."""
    rows = card.split("/")
    pawn = card.replace("/", "").index("o")
    sign = 1 if holder == "A" else -1
    return [
        (sign * (row - pawn // 5), sign * (column - pawn % 5))
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
        if cell == "x"
    ]


def shifted(square, step):
    """The square a step away; beyond the edge it has a name that no square has."""
    return chr(ord(square[0]) + step[0]) + chr(ord(square[1]) + step[1])


if __name__ == "__main__":
    play(choose, "python-onitama")
