"""Doesn't compile."""

def choose(legal)
    return legal[0]
