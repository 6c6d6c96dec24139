"""A child that holds the bot's pipes.

tries: to hold the pipes by an orphan in a session of its own, then to exit in its turn
must:  the exit is seen at once or by the deadline, and the orphan is ended
expect: loses exit | loses timeout
off: same
"""
import os
import time
from zoo import play


def attack():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    os.wait()
    os._exit(0)


play(go=attack)
