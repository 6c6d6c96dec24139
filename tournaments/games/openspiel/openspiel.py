"""Offers a sequential game of OpenSpiel to the referee, by answering its questions (docs/rules.md).

The argument is the game as pyspiel.load_game takes it. A state line is the history, the words of
all actions of players and of chance, or `-` at the start. It tells what was dealt face down, too.
"""

import functools
import math
import sys
from collections import Counter
from fractions import Fraction

import pyspiel

SEATS = "ABCD"
LONGEST = 40  # characters of a word
HEAVIEST = 1_000_000  # weight of an outcome


@functools.cache
def load(name):
    """Return the game, if it is one that a referee can play."""
    game = pyspiel.load_game(name)
    kind = game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"{name} isn't sequential: its players move at the same time")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(f"{name} draws by itself, and doesn't list its outcomes of chance")
    if not 2 <= game.num_players() <= len(SEATS):
        raise ValueError(f"{name} has {game.num_players()} players, expected two to four")
    return game


class Position:
    def __init__(self, game):
        self.state = game.new_initial_state()
        self.history = []
        self.seats = SEATS[: game.num_players()]

    @classmethod
    def read(cls, game, line):
        position = cls(game)
        for word in [] if line == "-" else line.split():
            position.apply(word)
        return position

    def apply(self, word):
        actions = self.actions()
        if word not in actions:
            raise ValueError(f"{word!a} isn't among the {len(actions)} actions that can follow")
        self.state.apply_action(actions[word])
        self.history.append(word)

    def actions(self):
        """Return the actions that can follow, by their words."""
        if self.state.is_terminal():
            return {}
        player = self.state.current_player()
        if self.state.is_chance_node():
            numbers = [number for number, share in self.state.chance_outcomes() if share > 0]
        else:
            numbers = self.state.legal_actions()
        words = ["_".join(self.state.action_to_string(player, n).split()) for n in numbers]
        count = Counter(words)
        # What can't be a word, or stands for several actions, is replaced by the action's number.
        return {
            word if is_word(word) and count[word] == 1 else f"#{number}": number
            for number, word in zip(numbers, words)
        }

    def lines(self):
        """Return the lines that tell the position."""
        lines = ["state " + (" ".join(self.history) or "-")]
        if self.state.is_terminal():
            return lines + ["turn over " + self.result()]
        if self.state.is_chance_node():
            # Chance has no seat of its own in the referee; who is A makes no difference.
            outcomes = [f"{word}:{weight}" for word, weight in self.weights().items()]
            return lines + ["turn chance A " + " ".join(outcomes)]
        turn = "turn seat " + self.seats[self.state.current_player()]
        return lines + [turn, "legal " + " ".join(self.actions())]

    def weights(self):
        """Return the outcomes of chance with whole numbers in the proportion of their shares."""
        shares = {number: exact(share) for number, share in self.state.chance_outcomes()}
        whole = math.lcm(*(share.denominator for share in shares.values()))
        if sum(shares.values()) != 1 or whole > HEAVIEST:
            raise ValueError("the outcomes of chance have no weights that are small whole numbers")
        return {word: int(shares[number] * whole) for word, number in self.actions().items()}

    def result(self):
        returns = self.state.returns()
        places = [1 + sum(other > mine for other in returns) for mine in returns]
        words = [f"{seat}={place}" for seat, place in zip(self.seats, places)] + ["reason=over"]
        if all(float(mine).is_integer() for mine in returns):
            points = [f"{seat}:{int(mine)}" for seat, mine in zip(self.seats, returns)]
            words.append("score=" + ",".join(points))
        return " ".join(words)


def is_word(word):
    plain = word.isascii() and word.isprintable() and len(word) <= LONGEST
    return plain and word != "-" and word[:1] not in ("", "#")


def exact(share):
    """Return the fraction that was meant by a floating-point number."""
    return Fraction(share).limit_denominator(HEAVIEST)


def answer(position, word, rest):
    """Return the position behind a line, and the answer."""
    if word == "hello":
        return position, ["ready chance"]
    if word == "new" and not rest:
        position = Position(load(sys.argv[1]))
    elif word == "state" and rest:
        position = Position.read(load(sys.argv[1]), rest)
    elif word in ("play", "chance") and position.state.is_chance_node() == (word == "chance"):
        if word == "play" and rest not in position.actions():
            raise ValueError(f"illegal-move {rest!a}")
        position.apply(rest)
    else:
        raise ValueError(f"{word!a} can't be answered here")
    return position, position.lines()


def main():
    sys.stdin.reconfigure(errors="replace", newline="\n")
    position = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            break
        try:
            position, lines = answer(position, word, rest)
        except Exception as error:
            lines = ["error " + (" ".join(str(error).split()) or type(error).__name__)]
        sys.stdout.write("\n".join(lines) + "\n")  # the whole answer in one write
        sys.stdout.flush()


main()
