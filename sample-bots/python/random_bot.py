"""Plays any game by random legal moves. Write your own choose(), and it is your bot."""

from referee import play


def choose(turn):
    """Return one of turn.legal; None resigns."""
    if not turn.legal:  # only if the tournament says legal=off
        return None
    return turn.random.choice(turn.legal)


if __name__ == "__main__":
    play(choose, "python-random")
