"""An honest bot.

tries: nothing; it plays
must:  it plays to the end
expect: plays
"""
from zoo import play

play()
