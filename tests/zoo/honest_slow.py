"""An honest bot that loads for long.

tries: nothing; it needs a while before it says `ready`
must:  it plays to the end
expect: plays
"""
import time
import zoo

time.sleep(1.2)
zoo.play()
