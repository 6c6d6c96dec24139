"""Connect Four. A state line holds the rows from the top, and the player to move."""

from rules import serve


class ConnectFour:
    def new(self, columns="7"):
        self.state("/".join(["." * min(int(columns), 10)] * 6) + " A")

    def state(self, line):
        board, _, player = line.partition(" ")
        width, *others = [len(row) for row in board.split("/")]
        right = set(board) <= set("AB./") and 4 <= width <= 9 and others == [width] * 5
        if not right or player not in ("A", "B"):
            raise ValueError("expected six rows of 4 to 9 squares (A, B or a dot) and A or B")
        self.line, self.board, self.player, self.columns = line, board, player, "abcdefghi"[:width]
        self.down = width + 1  # from a square in the text to the one below it
        over = self.ending()
        self.turn = over or f"seat {player}"
        self.legal = [c for c, top in zip(self.columns, board) if top == "." and not over]

    def ending(self):
        for player, places in ("A", "A=1 B=2"), ("B", "A=2 B=1"):
            for step in 1, self.down, self.down - 1, self.down + 1:  # across, down, diagonally
                if (player,) * 4 in zip(*(self.board[i * step :] for i in range(4))):
                    return f"over {places} reason=four"
        return "" if "." in self.board else "over A=1 B=1 reason=full"

    def play(self, column):
        x = self.columns.index(column)
        square = x + self.down * self.board[x :: self.down].rindex(".")
        board = self.board[:square] + self.player + self.board[square + 1 :]
        self.state(f"{board} {'B' if self.player == 'A' else 'A'}")

    def explain(self, column):
        if column in self.legal:
            return "legal"
        if column not in list(self.columns):
            return f"the columns are {self.columns}"
        return "the game is over" if self.ending() else f"column {column} is full"


serve(ConnectFour())
