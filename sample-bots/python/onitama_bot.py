"""Plays Onitama and looks one move ahead: it takes a win, avoids a loss, and prefers captures.

It plays other games by random legal moves.
"""

from referee import play

BASES = {"A": "e3", "B": "a3"}
WALL = {"u": (-1, 0), "l": (0, -1), "d": (1, 0), "r": (0, 1)}


def choose(turn):
    """Sort the legal moves into better and worse ones, and choose one of the best."""
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
    """The fields of a state line. The board is a dictionary from squares such as "e3"."""

    def __init__(self, state):
        board, self.me, _turns, a1, a2, b1, b2, _side = state.split()
        self.board = {
            row + column: piece
            for row, line in zip("abcde", board.split("/"))
            for column, piece in zip("12345", line)
        }
        # My move changes only my own cards, not the opponent's.
        self.rival, cards = ("B", [b1, b2]) if self.me == "A" else ("A", [a1, a2])
        self.replies = [step for card in cards for step in steps(card, self.rival)]

    def wins(self, move):
        """Whether the move wins: by capturing the general or entering the opponent's base."""
        start, target = move[1:3], move[3:5]
        if start == "XX":
            return False
        enters = self.board[start] == self.me and target == BASES[self.rival]
        return enters or self.board[target] == self.rival

    def captures(self, move):
        """Whether the move captures a pawn."""
        return self.board.get(move[3:5]) == self.rival.lower()

    def exposes(self, move):
        """Whether the opponent can win with its next move."""
        board = self.after(move)
        for square, pawn in board.items():
            if pawn.upper() != self.rival:
                continue
            for step in self.replies:
                target = shifted(square, step)
                # The opponent's own soldier may block the base.
                free = board.get(target) != self.rival.lower()
                enters = pawn == self.rival and target == BASES[self.me] and free
                if enters or board.get(target) == self.me:
                    return True
        return False

    def after(self, move):
        """The board after a move, including the wall's step."""
        board = dict(self.board)
        start, target, wall = move[1:3], move[3:5], move[5]
        if start != "XX":
            board[target], board[start] = board[start], "."
        if wall != "s":
            old = next(square for square, piece in board.items() if piece == "W")
            new = shifted(old, WALL[wall])
            # A soldier of this player changes places with the wall.
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
    """The square after a step; beyond the edge it has a name that no square has."""
    return chr(ord(square[0]) + step[0]) + chr(ord(square[1]) + step[1])


if __name__ == "__main__":
    play(choose, "python-onitama")
