"""Lets a class for the Ludo assignment play: an adapter between it and the referee.

Put your own class in ludo_rules.py and adapt the two places that are marked. It needs a method
that decides which token moves for a roll, so if yours decides within play_game, move that part
into a method of its own. The referee casts the dice, moves the tokens and keeps the turns.
"""

from ludo_rules import LudoGame, Player
from referee import play


def choose(turn):
    """Pass the state to the class, and convert its answer to p or q."""
    if turn.game != "ludo":
        return None
    # Such as A:-1,28/C:57,3 C 6 0 - 1930: the steps of all tokens, the player, the roll.
    tokens, position, roll = turn.state.split()[:3]
    # First place to adapt: create a game in which every token has made its steps.
    players = []
    for pair in tokens.split("/"):
        seat, steps = pair.split(":")
        p, q = map(int, steps.split(","))
        players.append(Player(seat, p, q))
    game = LudoGame(players)
    player = game.get_player(position)
    # Second place to adapt: ask for the move. The answer must be p or q.
    token = game.choose_token(player, int(roll))
    # Two tokens on one step are both called p.
    return "p" if player.steps["p"] == player.steps["q"] else token


if __name__ == "__main__":
    play(choose, "python-ludo")
