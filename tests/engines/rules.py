"""Plays random games of chess by `referee rules chess`, and compares each position with python-chess.

Usage: rules.py REFEREE [GAMES [SEED]]

Compared are the legal moves, the end of the game, its reason and its winner; half of the games are Chess960.
"""
import random
import subprocess
import sys

import chess

REFEREE = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 100
RANDOM = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)


class Session:
    def __init__(self, variant):
        command = [REFEREE, "rules", "chess", "--option", f"variant={variant}"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line):
        """Returns the state line, the turn and the legal moves behind a command."""
        self.process.stdin.write(line + "\n")
        state, turn = self.line("state"), self.line("turn")
        return state, turn, self.line("legal").split() if turn.startswith("seat") else []

    def line(self, word):
        line = self.process.stdout.readline().rstrip("\n")
        if not line.startswith(word + " "):
            sys.exit(f"expected a line `{word} …`, found {line!r}")
        return line[len(word) + 1:]


def end(board):
    """Returns what the referee should say of a board."""
    if not any(board.generate_legal_moves()):
        if not board.is_check():
            return "over A=1 B=1 reason=stalemate"
        return f"over {'A=2 B=1' if board.turn else 'A=1 B=2'} reason=checkmate"
    for over, reason in (
        (board.is_insufficient_material(), "material"),
        (board.halfmove_clock >= 100, "fifty-moves"),
        (board.is_repetition(3), "threefold"),
    ):
        if over:
            return f"over A=1 B=1 reason={reason}"
    return f"seat {'A' if board.turn else 'B'}"


def play(session, board):
    plies = 0
    state, turn, legal = session.ask(f"state {board.fen()}")
    while True:
        expected = end(board)
        moves = sorted(board.uci(move, chess960=board.chess960) for move in board.legal_moves)
        where = f"{state}: found {turn}, expected {expected}"
        if turn != expected or turn.startswith("seat") and sorted(legal) != moves:
            sys.exit(f"{where}; legal {sorted(legal)}, expected {moves}")
        if not legal:
            return plies, turn.rsplit("=", 1)[1]
        word = RANDOM.choice(moves)
        state, turn, legal = session.ask(f"play {word}")
        board.push_uci(word)
        plies += 1


sessions = [Session("standard"), Session("960")]
reasons, plies = {}, 0
for number in range(GAMES):
    is_960 = number % 2 == 1
    board = chess.Board.from_chess960_pos(RANDOM.randrange(960)) if is_960 else chess.Board()
    length, reason = play(sessions[is_960], board)
    plies += length
    reasons[reason] = reasons.get(reason, 0) + 1
print(f"{GAMES} games, {plies} plies, all equal: {reasons}")
